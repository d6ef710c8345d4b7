package io.lockgraft.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bytes of one key in a file, and how often the kernel is asked for them. */
@Shows("another program locks the files")
final class FileKeyTest {
    private static final int PERMITS = 100_000;

    /** Where the permits of a key begin. */
    private static final long PERMITS_AT = 1L << 21;

    @TempDir
    File folder;

    private LockFile file;
    private Counting counting;
    private FileKey key;

    @BeforeEach
    void open() throws IOException {
        file = LockFile.open(new File(folder, "file"));
        counting = new Counting(file);
        key = new FileKey(counting, 0);
    }

    /** The same file, for its tries. */
    private static final class Counting extends LockFile {
        private int tries;

        Counting(LockFile file) {
            super(file);
        }

        @Override
        FileLock tryLock(long position, long size, boolean shared) throws IOException {
            tries++;
            return super.tryLock(position, size, shared);
        }
    }

    @Test
    @FailsWithout("`FileKey#PLACES_TRIED` bounds the search for a place in the queue")
    void aStrangerThatHasLockedTheWholeFileHoldsNoWaiterUp() throws Exception {
        file.tryLock(0, Long.MAX_VALUE, false);

        assertThat(key.enter(false, System.currentTimeMillis())).isFalse();

        assertThat(counting.tries).as("questions of one look").isLessThan(100);
    }

    /** Both processes are played here: what one has locked the other cannot lock, in one JVM as well. */
    @Test
    @FailsWithout("`FileKey#passed` stays locked until the next waiter of its process has a place")
    void theNextWaiterGetsItsPlaceWhileALaterProcessLooksAtTheQueue() throws Exception {
        Looking looking = new Looking(file);
        FileKey later = new FileKey(looking, 0);
        FileLock held = file.tryLock(0, 1, false);
        assertThat(key.enter(false, 1000)).as("the first waiter").isFalse();
        assertThat(later.enter(false, 1010)).isFalse();
        held.release();
        assertThat(key.enter(false, 1000)).as("the first waiter").isTrue();

        looking.meanwhile = () -> key.standInLine(1005);
        assertThat(later.enter(false, 1010)).isFalse();

        looking.meanwhile = () -> {};
        key.leave(false);
        assertThat(later.enter(false, 1010)).as("it overtakes").isFalse();
        assertThat(key.enter(false, 1005)).as("the next waiter").isTrue();
    }

    /** The same file, for a process that is held up while it looks at the queue. */
    private static final class Looking extends LockFile {
        private Step meanwhile = () -> {};

        Looking(LockFile file) {
            super(file);
        }

        @Override
        FileLock tryLock(long position, long size, boolean shared) throws IOException {
            FileLock lock = super.tryLock(position, size, shared);
            if (shared) {
                meanwhile.take();
            }
            return lock;
        }
    }

    private interface Step {
        void take() throws IOException;
    }

    @Test
    @FailsWithout("`FileKey#PERMITS_TRIED` bounds the search for a permit")
    void aHundredThousandPermitsThatOthersHaveAreNotAskedForOneByOne() throws Exception {
        file.tryLock(0, Long.MAX_VALUE, false);

        assertThat(key.enterOneOf(PERMITS)).isFalse();

        assertThat(counting.tries).as("questions of one look").isLessThanOrEqualTo(1000);
    }

    @Test
    @FailsWithout("`FileKey#nextPermit` lets the next look go on where the last one ended")
    void theOnlyPermitThatIsFreeIsFoundByTheNextLooks() throws Exception {
        int free = PERMITS - 1;
        file.tryLock(PERMITS_AT, free, false);

        int looks = 0;
        boolean entered = false;
        while (!entered && looks++ < PERMITS / 500) {
            entered = key.enterOneOf(PERMITS);
        }

        assertThat(entered).isTrue();
        assertThat(key.enterOneOf(PERMITS)).as("one more").isFalse();
        key.leave(true);
        assertThat(key.isEmpty()).isTrue();
    }

    @Test
    @FailsWithout("`FileKey#ours` keeps this process from asking for permits that it has")
    void theKernelIsNotAskedForPermitsOfThisProcess() throws Exception {
        int permits = 500;
        for (int i = 0; i < permits; i++) {
            assertThat(key.enterOneOf(permits)).isTrue();
        }

        assertThat(counting.tries)
                .as("for the permit, and for those behind the last one")
                .isEqualTo(2 * permits);
        assertThat(key.enterOneOf(permits)).isFalse();
        assertThat(counting.tries).isEqualTo(2 * permits);
    }
}
