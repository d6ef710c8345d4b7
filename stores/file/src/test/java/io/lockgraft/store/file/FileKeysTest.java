package io.lockgraft.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.log.Log;
import io.lockgraft.store.memory.ProcessExclusion;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.Requests;
import java.io.File;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keys of one file. */
final class FileKeysTest {
    private static final Request READ = Requests.of(LockKind.READ, 1, List.of("K"), 1, 60_000, System.nanoTime());

    @TempDir
    File folder;

    /** Readers of a process share one lock of the file, and the last of them gives it back. */
    @Test
    @FailsWithout("`FileKeys#Entry` keeps its key in the file where it was made")
    void whatLeavesAKeyOfAFileThatWasReplacedTakesNothingFromTheNext() throws Exception {
        File path = new File(folder, "file");
        FileKeys keys = new FileKeys(new LockFolder(folder, Log.ofStore()), path.getName());
        ProcessExclusion.Entry before = keys.enter(0, READ, false);
        assertThat(path.delete()).isTrue();
        ProcessExclusion.Entry next = keys.enter(0, READ, false);

        assertThat(before.leave()).isFalse();

        LockFile now = LockFile.open(path);
        assertThat(now.tryLock(0, 1, true)).as("what the second reader has").isNull();
        assertThat(next.leave()).isTrue();
        assertThat(now.tryLock(0, 1, true)).isNotNull();
    }

    @Test
    @FailsWithout("`FileKeys#hostMillis` looks again where a thread was held up between the two clocks")
    void aThreadThatIsHeldUpWhileItReadsTheClocksDoesNotSeemToHaveComeEarlier() {
        long[] nanos = {TimeUnit.MILLISECONDS.toNanos(50)};
        boolean[] heldUp = {false};

        long at = FileKeys.hostMillis(TimeUnit.MILLISECONDS.toNanos(47), () -> nanos[0], () -> {
            long now = 1000 + TimeUnit.NANOSECONDS.toMillis(nanos[0]);
            if (!heldUp[0]) {
                heldUp[0] = true;
                nanos[0] += TimeUnit.MILLISECONDS.toNanos(20);
            }
            return now;
        });

        assertThat(at).isEqualTo(1047);
    }

    /** Its name may come back to it, as that of a link does. */
    @Test
    @FailsWithout("`FileKey#lose` gives back what is locked in a file that was replaced")
    void nothingStaysLockedInAFileThatWasReplaced() throws Exception {
        File path = new File(folder, "file");
        FileKeys keys = new FileKeys(new LockFolder(folder, Log.ofStore()), path.getName());
        ProcessExclusion.Entry entry = keys.enter(0, READ, false);
        LockFile old = LockFile.open(path);
        assertThat(path.renameTo(new File(folder, "elsewhere"))).isTrue();

        assertThat(keys.watch()).isTrue();

        assertThat(entry.lost()).contains("was deleted or replaced while it was locked");
        assertThat(old.tryLock(0, Long.MAX_VALUE, false)).isNotNull();
    }
}
