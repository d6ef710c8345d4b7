package io.lockgraft.manage.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which mailbox is a process's, and which are left over. */
@EnabledOnOs(OS.LINUX)
class MailboxesTest {
    private static final Instant DAYS_AGO = Instant.now().minusSeconds(3 * 86_400);

    @TempDir
    private Path folder;

    private final ProcessEntry self = ProcessEntry.self();

    private Path mailbox(String pid, String namespace, String ticks) throws IOException {
        Path mailbox = new SharedFolder(folder, false).make(pid);
        Files.writeString(
                mailbox.resolve("jvm"),
                "pid=" + pid + "\nnamespace=" + namespace + "\nticks=" + ticks + "\napplication=orders.jar\n");
        return mailbox;
    }

    private Path mine() throws IOException {
        return mailbox(self.pid(), self.namespace("pid"), self.startTicks());
    }

    private static void touch(Path mailbox, Instant then) throws IOException {
        Files.setLastModifiedTime(mailbox.resolve("jvm"), FileTime.from(then));
        Files.setLastModifiedTime(mailbox, FileTime.from(then));
    }

    private FoundMailbox found() throws IOException {
        return new Mailboxes(folder.toFile()).of(self);
    }

    @Test
    void theProcessOfThisPidAndNamespaceThatBeganThenHasIt() throws IOException {
        Path mine = mine();
        mailbox("1", self.namespace("pid"), "123456789012");

        assertThat(found().folder()).isEqualTo(mine);
        assertThat(new Mailboxes(folder.toFile()).all())
                .extracting(FoundMailbox::folder)
                .containsExactly(mine);
    }

    @Test
    @FailsWithout("`JvmDescription#isOf` compares the time at which the process began")
    void aReusedPidHasNoMailbox() throws IOException {
        mailbox(self.pid(), self.namespace("pid"), "1");

        assertThat(found()).isNull();
        assertThat(new Mailboxes(folder.toFile()).leftBy(self.pid()).application())
                .isEqualTo("orders.jar");
    }

    @Test
    @FailsWithout("`JvmDescription#isOf` compares the namespace of pids")
    void aProcessOfThisPidInAnotherContainerIsAnother() throws IOException {
        mailbox(self.pid(), "pid:[1]", self.startTicks());
        assertThat(found()).isNull();

        assertThat(mine()).isEqualTo(found().folder());
    }

    @Test
    void ofTwoThatSayTheSameTheOneThatWasTouchedLastCounts() throws IOException {
        Path old = mine();
        touch(old, DAYS_AGO);
        Path now = mine();

        assertThat(found().folder()).isEqualTo(now);
    }

    @Test
    void whatDeadJvmsHaveLeftIsRemovedAndNothingElse() throws IOException {
        Path mine = mine();
        Path other = mailbox("1", "pid:[1]", "1");
        Path gone = mailbox("999999999", self.namespace("pid"), "1");
        Path reused = mailbox(self.pid(), self.namespace("pid"), "1");
        Path young = new SharedFolder(folder, false).make("4711");
        Path foreign = Files.writeString(gone.getParent().resolve("notes"), "not ours");

        Leftovers.clean(new SharedFolder(folder, false));

        assertThat(mine).exists();
        assertThat(other).as("of another container, and touched today").exists();
        assertThat(young).as("without a description yet").exists();
        assertThat(foreign).exists();
        assertThat(gone).doesNotExist();
        assertThat(reused).doesNotExist();
    }

    /** The first namespace of pids has the same number on all hosts. */
    @Test
    @FailsWithout("`JvmDescription#isFromHere` compares the host")
    void onASharedFolderTheMailboxOfAnotherHostIsLeftAloneForADay() throws IOException {
        Path other = mailbox("999999999", self.namespace("pid"), "1");
        Files.writeString(other.resolve("jvm"), "host=another\n", StandardOpenOption.APPEND);

        assertThat(new Mailboxes(folder.toFile()).clean()).isEmpty();
        assertThat(new Mailboxes(folder.toFile()).leftBy("999999999")).isNull();
        assertThat(other).exists();

        touch(other, DAYS_AGO);
        assertThat(new Mailboxes(folder.toFile()).clean())
                .extracting(JvmDescription::host)
                .containsExactly("another");
        assertThat(other).doesNotExist();
    }

    @Test
    @FailsWithout("`Leftovers#isDead` takes the mailbox of another container for left over after a day")
    void theMailboxOfAnotherContainerIsRemovedAfterADay() throws IOException {
        Path other = mailbox("1", "pid:[1]", "1");
        touch(other, DAYS_AGO);

        Leftovers.clean(new SharedFolder(folder, false));

        assertThat(other).doesNotExist();
        assertThat(folder).as("the user's folder goes with the last one").isEmptyDirectory();
    }

    /** Both see a mailbox, and one of them removes it before the other looks at its age. */
    @Test
    @FailsWithout("`Leftovers#isOld` takes a mailbox that another JVM has just removed for no fault")
    void jvmsThatCleanAtTheSameTimeDoNotDisturbEachOther() throws Exception {
        Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 20; i++) {
                mailbox("999999999", self.namespace("pid"), "1");
            }
            CyclicBarrier together = new CyclicBarrier(4);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                threads.add(new Thread(() -> {
                    try {
                        together.await();
                        Leftovers.clean(new SharedFolder(folder, false));
                    } catch (Exception e) {
                        wrong.add(e);
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread each : threads) {
                each.join();
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFileOfAnotherKindIsLeftAlone() throws IOException {
        Path gone = mailbox("999999999", self.namespace("pid"), "1");
        Files.writeString(gone.resolve("letter.txt"), "not ours");

        Leftovers.clean(new SharedFolder(folder, false));

        assertThat(gone.resolve("letter.txt")).exists();
    }

    @Test
    @FailsWithout("`Mailboxes#in` keeps what one place refuses from the others")
    void aPlaceThatCannotBeLookedIntoHidesNoOther() throws IOException {
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), folder.resolve("loop"));
        Mailboxes mailboxes = new Mailboxes(List.of(loop, folder), true);
        assertThatThrownBy(() -> mailboxes.of(self)).hasMessageContaining(loop.toString());
        Path mine = mine();

        Mailboxes now = new Mailboxes(List.of(loop, folder), true);

        assertThat(now.of(self).folder()).isEqualTo(mine);
        assertThat(now.leftBy("1")).isNull();
        assertThat(now.all()).extracting(FoundMailbox::folder).containsExactly(mine);
        assertThat(now.hidden())
                .singleElement()
                .satisfies(each -> assertThat(each).hasMessageContaining(loop.toString()));
    }

    @Test
    void whatAJvmSaysOfItselfIsOneLineForATerminal() throws IOException {
        Path mailbox = mine();
        Files.writeString(mailbox.resolve("jvm"), "\u001b[2J\nrules=a\u001b[2Jb\n", StandardOpenOption.APPEND);

        assertThat(found().description().rules()).isEqualTo("a\\u001b[2Jb");
    }
}
