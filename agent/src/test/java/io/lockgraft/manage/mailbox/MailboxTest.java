package io.lockgraft.manage.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockgraft.manage.answer.Printout;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Quick;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The mailbox of this JVM, with its thread, asked by other threads. */
@EnabledOnOs(OS.LINUX)
class MailboxTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private Mailbox mailbox;
    private Thread thread;
    private final AtomicInteger answered = new AtomicInteger();

    @BeforeEach
    void open() {
        mailbox = new Mailbox(folder.toFile(), "/etc/shop/rules.yaml", 1000, words -> {
            answered.incrementAndGet();
            if (words.get(0).equals("fail")) {
                throw new IllegalStateException("no answer to " + words);
            }
            return new Printout(0, String.join("|", words) + "\n");
        });
        thread = new Thread(mailbox::run);
        thread.start();
    }

    @AfterEach
    void close() throws InterruptedException {
        mailbox.close();
        thread.join(LONG.toMillis());
        assertThat(thread.isAlive()).isFalse();
    }

    private FoundMailbox found() throws IOException {
        return new Mailboxes(folder.toFile()).of(ProcessEntry.self());
    }

    private FoundMailbox awaitMailbox() {
        return await().atMost(LONG).until(this::found, each -> each != null);
    }

    private static Printout ask(FoundMailbox jvm, String... words) throws IOException, InterruptedException {
        return jvm.ask(List.of(words)).await(System.nanoTime() + LONG.toNanos());
    }

    @Test
    void aQuestionIsAnsweredAndNothingIsLeft() throws Exception {
        FoundMailbox jvm = awaitMailbox();

        Printout answer = ask(jvm, "locks", "--key", "shop:STOCK: 7", "");

        assertThat(answer.text()).isEqualTo("locks|--key|shop:STOCK: 7|\n");
        assertThat(answer.code()).isZero();
        assertThat(jvm.folder()).isDirectoryNotContaining("glob:**.{ask,answer,part}");
    }

    @Test
    void theDescriptionTellsWhoseItIs() {
        JvmDescription said = awaitMailbox().description();

        assertThat(said.pid()).isEqualTo(String.valueOf(ProcessHandle.current().pid()));
        assertThat(said.namespace()).matches("pid:\\[[0-9]+]");
        assertThat(said.ticks()).matches("[0-9]+");
        assertThat(said.rules()).isEqualTo("/etc/shop/rules.yaml");
        assertThat(said.started()).isEqualTo(1000);
        assertThat(said.java()).isEqualTo(System.getProperty("java.version"));
    }

    @Test
    void aFailureIsAnAnswer() throws Exception {
        Printout answer = ask(awaitMailbox(), "fail");

        assertThat(answer.code()).isEqualTo(Printout.NOT_ANSWERED);
        assertThat(answer.text()).contains("The JVM could not answer", "no answer to [fail]");
        assertThat(ask(awaitMailbox(), "status").text()).isEqualTo("status\n");
    }

    /** A folder stands where the answer is written to: the system refuses that as it refuses a full disk. */
    @Test
    @FailsWithout("`Mailbox#write` answers that the answer cannot be written")
    void whoAsksIsToldThatTheAnswerCannotBeWritten() throws Exception {
        Path asked = awaitMailbox().folder();
        Files.createDirectory(asked.resolve("7.answer.part"));

        QuestionFiles.ask(asked, "7", List.of("status"));

        Printout answer = await().atMost(LONG).until(() -> QuestionFiles.answer(asked, "7"), each -> each != null);
        assertThat(answer.code()).isEqualTo(Printout.NOT_ANSWERED);
        assertThat(answer.text()).isEqualTo("The JVM could not write its answer into " + asked + ": Is a directory\n");
        assertThat(asked).isDirectoryNotContaining("glob:**.{ask,answer,part}");
    }

    @Test
    void itIsRemovedAtTheEnd() throws Exception {
        FoundMailbox jvm = awaitMailbox();

        mailbox.close();

        await().atMost(LONG).until(() -> Files.notExists(jvm.folder().getParent()));
        MailedQuestion late = null;
        try {
            late = jvm.ask(List.of("status"));
        } catch (java.nio.file.NoSuchFileException expected) {
            assertThat(expected.getFile()).startsWith(jvm.folder().toString());
        }
        assertThat(late).isNull();
    }

    /** A pipe that nobody reads is where the answer is written to: it stops the thread as a dead file server does. */
    @Test
    @FailsWithout("`Mailbox#close` waits for a second at most")
    void aFolderThatHangsDoesNotKeepTheJvmFromItsEnd() throws Exception {
        Quick.leaveOut("mkfifo");
        Path asked = awaitMailbox().folder();
        Path pipe = asked.resolve("7.answer.part");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        QuestionFiles.ask(asked, "7", List.of("status"));
        await("the thread is stopped")
                .atMost(LONG)
                .until(() -> Arrays.stream(thread.getStackTrace())
                        .anyMatch(each -> each.getClassName().equals(QuestionFiles.class.getName())
                                && each.getMethodName().equals("write")));

        Thread hook = new Thread(mailbox::close);
        hook.start();
        hook.join(LONG.toMillis());
        boolean hasEnded = !hook.isAlive();
        Files.newInputStream(pipe).close();

        assertThat(hasEnded).isTrue();
    }

    @Test
    @FailsWithout("`Mailbox#folder` makes the folder again that somebody has removed")
    void aFolderThatACleanerRemovesIsMadeAgain() throws Exception {
        Path before = awaitMailbox().folder();

        Leftovers.remove(before);

        assertThat(before).doesNotExist();
        assertThat(ask(awaitMailbox(), "status").text()).isEqualTo("status\n");
    }

    @Test
    @FailsWithout("`Mailbox#folder` looks at the mode again, of the user's folder too")
    void aFolderThatIsOpenedToOthersIsLeft() throws Exception {
        Path before = awaitMailbox().folder().getParent();

        Files.setAttribute(before, "unix:mode", 0777);

        assertThat(awaitMailbox().folder().getParent()).isEqualTo(folder.resolve(before.getFileName() + ".1"));
        assertThat(ask(awaitMailbox(), "status").text()).isEqualTo("status\n");
    }

    @Test
    @FailsWithout("`Mailbox#folder` looks at the owner again")
    void aFolderThatHasComeToAnotherUserIsLeft() throws Exception {
        assumeTrue(ProcessEntry.self().user() == 0, "only root gives a folder away");
        Path before = awaitMailbox().folder().getParent();

        Files.setAttribute(before, "unix:uid", 65534);

        assertThat(awaitMailbox().folder().getParent()).isEqualTo(folder.resolve(before.getFileName() + ".1"));
    }

    @Test
    void aDescriptionThatACleanerRemovesIsWrittenAgain() throws Exception {
        Path before = awaitMailbox().folder();

        Files.delete(before.resolve("jvm"));

        assertThat(awaitMailbox().folder()).isEqualTo(before);
    }

    @Test
    @FailsWithout("`Mailbox#questions` drops a question that nobody waits for any more")
    void aQuestionOfLongAgoIsNotAnswered() throws Exception {
        FoundMailbox jvm = awaitMailbox();
        // Outside of the mailbox, which removes whatever is of long ago.
        Path old = Files.writeString(folder.resolve("old"), "unlock\nSTOCK:7");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(3600)));
        Files.move(old, jvm.folder().resolve("1.ask"));

        ask(jvm, "status");

        assertThat(jvm.folder().resolve("1.ask")).doesNotExist();
        assertThat(answered).hasValue(1);
    }

    @Test
    void whatIsNoFileIsNotRead() throws Exception {
        FoundMailbox jvm = awaitMailbox();
        Path secret = Files.writeString(folder.resolve("secret"), "secret");
        Files.createSymbolicLink(jvm.folder().resolve("1.ask"), secret);
        Files.createDirectory(jvm.folder().resolve("2.ask"));

        assertThat(ask(jvm, "status").text()).isEqualTo("status\n");
        assertThat(answered).hasValue(1);
        assertThat(secret).exists();
    }

    @Test
    @FailsWithout(
            "`MailedQuestion#withdraw` and `Mailbox#answer` delete the question first, so that one of them has it")
    void aQuestionIsEitherWithdrawnOrAnswered() throws Exception {
        FoundMailbox jvm = awaitMailbox();
        for (int i = 0; i < 50; i++) {
            int before = answered.get();
            MailedQuestion question = jvm.ask(List.of("status"));
            TimeUnit.MILLISECONDS.sleep(i);
            if (question.withdraw()) {
                TimeUnit.MILLISECONDS.sleep(5);
                assertThat(answered).hasValue(before);
            } else {
                assertThat(question.await(System.nanoTime() + LONG.toNanos())).isNotNull();
            }
        }
    }

    /** Threads ask, and a cleaner takes the folder away again and again. */
    @Test
    void manyAskWhileACleanerIsAtWork() throws Exception {
        Queue<Object> wrong = new ConcurrentLinkedQueue<>();
        AtomicInteger right = new AtomicInteger();
        AtomicInteger lost = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            String name = "asker-" + i;
            threads.add(new Thread(() -> {
                for (int question = 0; !over.get(); question++) {
                    String words = name + "|" + question;
                    try {
                        FoundMailbox jvm = found();
                        Printout answer = jvm == null ? null : ask(jvm, name, String.valueOf(question));
                        if (answer == null) {
                            lost.incrementAndGet();
                        } else if (answer.text().equals(words + "\n")) {
                            right.incrementAndGet();
                        } else {
                            wrong.add(words + " got " + answer.text());
                        }
                    } catch (IOException removed) {
                        lost.incrementAndGet();
                    } catch (Exception e) {
                        wrong.add(e);
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        for (int i = 0; System.nanoTime() - until < 0 || right.get() < 100; i++) {
            TimeUnit.MILLISECONDS.sleep(700);
            FoundMailbox jvm = i % 3 == 0 ? found() : null;
            if (jvm != null) {
                Leftovers.remove(jvm.folder());
            }
        }
        over.set(true);
        for (Thread each : threads) {
            each.join(2 * LONG.toMillis());
        }

        assertThat(wrong).isEmpty();
        assertThat(right.get()).as("answers, %s lost", lost).isGreaterThanOrEqualTo(100);
    }
}
