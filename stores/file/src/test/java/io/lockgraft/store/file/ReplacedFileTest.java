package io.lockgraft.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** JVMs of one host whose files are deleted or replaced while they lock them. */
@Timeout(120)
@Shows("a file of the store is deleted or replaced, or a link in its path moves, while a lock is held")
class ReplacedFileTest {
    private static final String ACQUIRE = "acquire EXCLUSIVE K 0";
    private static final String GRANTED = "granted 0";

    @TempDir
    private Path folder;

    private Path locks;
    private FileJvm earlier;
    private FileJvm later;
    private final List<FileJvm> jvms = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        locks = Files.createDirectory(folder.resolve("locks"));
        earlier = start(locks);
        later = start(locks);
    }

    private FileJvm start(Path path) throws IOException {
        FileJvm jvm = new FileJvm(path);
        jvms.add(jvm);
        return jvm;
    }

    @AfterEach
    void end() throws InterruptedException {
        for (FileJvm each : jvms) {
            each.kill();
        }
    }

    @Test
    @FailsWithout("`FileKeys#leave` follows the path again before it gives back")
    void aBodyThatOverlapsAnotherIsToldOfTheLossAtItsEnd() throws Exception {
        assertThat(earlier.ask(ACQUIRE)).isEqualTo(GRANTED);

        FileJvm.deleteFiles(locks);
        assertThat(later.ask(ACQUIRE)).as("in the new file").isEqualTo(GRANTED);

        assertThat(earlier.ask("release K")).isEqualTo("was lost");
        assertThat(later.ask("release K")).isEqualTo("was held");
    }

    @Test
    @FailsWithout("`FileKeys#enter` follows the path again after it has locked")
    @Shows("a file of the store is deleted or replaced, or a link in its path moves, while no lock is held")
    void aJvmThatKnowsTheOldFileGrantsNothingInIt() throws Exception {
        assertThat(earlier.ask(ACQUIRE)).isEqualTo(GRANTED);
        assertThat(earlier.ask("release K")).isEqualTo("was held");

        FileJvm.deleteFiles(locks);
        assertThat(later.ask(ACQUIRE)).isEqualTo(GRANTED);

        assertThat(earlier.ask(ACQUIRE)).isEqualTo("busy");
    }

    @Test
    @FailsWithout("`FileKeys#leave` follows the path again before it gives back")
    void everyReaderAndEveryPermitIsToldOfTheLoss() throws Exception {
        assertThat(earlier.ask("acquire READ R 0")).isEqualTo(GRANTED);
        assertThat(earlier.ask("acquire SEMAPHORE S 0")).isEqualTo(GRANTED);

        FileJvm.deleteFiles(locks);

        assertThat(earlier.ask("release R")).isEqualTo("was lost");
        assertThat(earlier.ask("release S")).isEqualTo("was lost");
    }

    /** A limit: the token lies in the file. */
    @Test
    @Shows("a file of the store is deleted or replaced, for `fenced`")
    void aFenceTokenBeginsAgainInANewFile() throws Exception {
        assertThat(earlier.ask("acquire FENCED K 0")).isEqualTo("granted 1");
        FileJvm.deleteFiles(locks);
        assertThat(earlier.ask("release K")).isEqualTo("was lost");

        assertThat(earlier.ask("acquire FENCED K 10000")).isEqualTo("granted 1");
    }

    /** As a deploy moves {@code current} to the next release. */
    @Test
    @FailsWithout("`FileExclusion#of` keeps the path of the rules file with its links")
    void aLinkThatMovesIsALossOfAllThatIsHeldBehindItsOldEnd() throws Exception {
        Path current = Files.createSymbolicLink(folder.resolve("current"), locks);
        FileJvm linked = start(current);
        assertThat(linked.ask(ACQUIRE)).isEqualTo(GRANTED);
        assertThat(earlier.ask(ACQUIRE)).as("the same files").isEqualTo("busy");

        move(current, Files.createDirectory(folder.resolve("next")));
        FileJvm next = start(current);
        assertThat(next.ask(ACQUIRE)).isEqualTo(GRANTED);

        assertThat(linked.ask("hear K")).contains("was deleted or replaced");
        assertThat(linked.ask("release K")).isEqualTo("was lost");
        assertThat(linked.ask(ACQUIRE)).isEqualTo("busy");
    }

    /** A descriptor of a file that is closed takes all locks of its process on that file with it. */
    @Test
    @FailsWithout("`LockFile#OPEN` keeps files open that have lost their names")
    void aLinkThatMovesThereAndBackLeavesNoKeyOpen() throws Exception {
        Path current = Files.createSymbolicLink(folder.resolve("current"), locks);
        FileJvm linked = start(current);
        assertThat(linked.ask(ACQUIRE)).isEqualTo(GRANTED);

        move(current, Files.createDirectory(folder.resolve("next")));
        assertThat(linked.ask("acquire EXCLUSIVE K 60000"))
                .as("in the next folder")
                .isEqualTo(GRANTED);
        move(current, locks);
        assertThat(linked.ask("acquire EXCLUSIVE K 60000"))
                .as("in the first one again")
                .isEqualTo(GRANTED);

        assertThat(linked.ask("collect garbage")).isEqualTo("collected");
        assertThat(earlier.ask(ACQUIRE)).isEqualTo("busy");
        assertThat(linked.ask("release K")).isEqualTo("was held");
        assertThat(earlier.ask(ACQUIRE)).isEqualTo(GRANTED);
    }

    /** Else the command that moves the link would put the new one into that folder. */
    @Test
    @FailsWithout("`LockFolder#open` makes no folder that was there")
    @Shows("the folder is gone")
    void aLinkThatIsGoneForAMomentIsNotReplacedByAFolder() throws Exception {
        Path current = Files.createSymbolicLink(folder.resolve("current"), locks);
        FileJvm linked = start(current);
        assertThat(linked.ask(ACQUIRE)).isEqualTo(GRANTED);

        Files.delete(current);

        assertThat(linked.ask("hear K")).contains("was deleted or replaced");
        assertThat(linked.ask(ACQUIRE)).contains("current is there no more; make it again");
        assertThat(current).doesNotExist();
        linked.say("acquire EXCLUSIVE K 60000");
        Files.createSymbolicLink(current, locks);
        assertThat(linked.hear()).as("a call that waits").isEqualTo(GRANTED);
    }

    /** In one step, as {@code mv -T} does. */
    private void move(Path link, Path end) throws IOException {
        Path made = Files.createSymbolicLink(folder.resolve("made"), end);
        Files.move(made, link, StandardCopyOption.ATOMIC_MOVE);
    }
}
