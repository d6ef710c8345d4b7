package io.lockgraft.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** JVMs of one host on one folder. */
@Timeout(120)
class FileProcessesTest {
    private static final int TIMES = 300;

    @TempDir
    private Path folder;

    private final List<FileJvm> jvms = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        for (FileJvm each : jvms) {
            each.kill();
        }
    }

    @Test
    void threeJvmsCountExactly() throws Exception {
        Path counter = Files.writeString(folder.resolve("counter"), "0");
        for (int i = 0; i < 3; i++) {
            start().say("count " + counter + ' ' + TIMES);
        }

        for (FileJvm each : jvms) {
            assertThat(each.hear()).isEqualTo("done");
        }

        assertThat(Files.readString(counter)).isEqualTo(Integer.toString(3 * TIMES));
    }

    @Test
    @Shows("the JVM of a holder dies, also by kill -9")
    void aJvmThatIsKilledLeavesItsLockAtOnce() throws Exception {
        FileJvm holder = start();
        FileJvm waiter = start();
        assertThat(holder.ask("acquire EXCLUSIVE K 1000")).startsWith("granted");
        assertThat(waiter.ask("acquire EXCLUSIVE K 0")).isEqualTo("busy");
        waiter.say("acquire EXCLUSIVE K 60000");

        holder.kill();

        assertThat(waiter.hear()).startsWith("granted");
    }

    @Test
    @FailsWithout("`FileKey#isHeldBy` tells a key's bytes from those of its queue and from others")
    void theProcessThatHoldsAKeyIsTold() throws Exception {
        FileJvm holder = start();
        FileJvm waiter = start();
        try (FileStore store = new FileStore(new TestContext(), folder.toFile())) {
            for (LockKind kind : LockKind.values()) {
                String key = "K" + kind;
                assertThat(processes(store, key)).as("%s, before", kind).isEmpty();
                assertThat(holder.ask("acquire " + kind + ' ' + key + " 1000")).startsWith("granted");
                assertThat(processes(store, key)).as("%s", kind).containsExactly(holder.pid());
            }
            waiter.say("acquire WRITE KEXCLUSIVE 60000");
            await().until(() -> processes(store, "KEXCLUSIVE").equals(List.of(holder.pid())) && isInLine(waiter));
            assertThat(waiter.pid()).isNotEqualTo(holder.pid());
            assertThat(processes(store, "KEXCLUSIVE")).containsExactly(holder.pid());

            holder.kill();

            assertThat(waiter.hear()).startsWith("granted");
            assertThat(processes(store, "KEXCLUSIVE")).containsExactly(waiter.pid());
            assertThat(processes(store, "KREAD")).isEmpty();
        }
    }

    /** Whether the kernel lists a lock of this process. */
    private static boolean isInLine(FileJvm jvm) throws IOException {
        return Files.readAllLines(Path.of("/proc/locks")).stream()
                .anyMatch(line -> line.matches(".* POSIX .* (READ|WRITE) +" + jvm.pid() + " .*"));
    }

    private static List<Long> processes(FileStore store, String key) throws Exception {
        List<Long> processes = new ArrayList<>();
        for (StoredLock each : store.locks(key).get(10, TimeUnit.SECONDS)) {
            assertThat(each.key()).isEqualTo(key);
            processes.add(Long.parseLong(each.owner().substring(each.owner().indexOf(':') + 1)));
        }
        return processes;
    }

    @Test
    void aFenceTokenIsGreaterThanThatOfAKilledJvm() throws Exception {
        long last = 0;
        for (int i = 0; i < 3; i++) {
            FileJvm holder = start();
            String said = holder.ask("acquire FENCED K 30000");
            assertThat(said).startsWith("granted ");
            long token = Long.parseLong(said.substring("granted ".length()));
            assertThat(token).isGreaterThan(last);
            last = token;
            holder.kill();
        }
    }

    @Test
    void readersOfSeveralJvmsShareAndAWriterWaitsForAll() throws Exception {
        FileJvm one = start();
        FileJvm two = start();
        FileJvm writer = start();
        assertThat(one.ask("acquire READ K 1000")).startsWith("granted");
        assertThat(two.ask("acquire READ K 1000")).startsWith("granted");
        assertThat(writer.ask("acquire WRITE K 0")).isEqualTo("busy");

        one.kill();
        assertThat(writer.ask("acquire WRITE K 300")).isEqualTo("busy");
        two.kill();

        assertThat(writer.ask("acquire WRITE K 30000")).startsWith("granted");
    }

    @Test
    void aReaderThatComesAfterAWaitingWriterDoesNotOvertakeIt() throws Exception {
        FileJvm reader = start();
        FileJvm writer = start();
        FileJvm late = start();
        assertThat(reader.ask("acquire READ K 1000")).startsWith("granted");
        writer.say("acquire WRITE K 60000");
        while (late.ask("acquire READ K 0").startsWith("granted")) {
            late.kill(); // the writer is not in the queue yet
            late = start();
        }

        reader.kill();

        assertThat(writer.hear()).startsWith("granted");
    }

    @Test
    void aSemaphoreCountsOverAllJvms() throws Exception {
        FileJvm one = start();
        FileJvm two = start();
        FileJvm three = start();
        assertThat(one.ask("acquire SEMAPHORE K 1000")).startsWith("granted");
        assertThat(two.ask("acquire SEMAPHORE K 1000")).startsWith("granted");
        assertThat(three.ask("acquire SEMAPHORE K 0")).isEqualTo("busy");

        one.kill();

        assertThat(three.ask("acquire SEMAPHORE K 30000")).startsWith("granted");
    }

    /** Semaphores and locks of one key do not exclude each other between processes. */
    @Test
    @FailsWithout("`LocalKey#standsInLine` leaves the files' queue where semaphores alone wait")
    void aProcessWhereSemaphoresAloneWaitHoldsNoOtherUp() throws Exception {
        FileJvm other = start();
        try (FileStore store = new FileStore(new TestContext(), folder.toFile())) {
            Grant first = acquire(store, LockKind.EXCLUSIVE, 1).get().grant();
            CompletableFuture<Answer> second = acquire(store, LockKind.EXCLUSIVE, 2);
            CompletableFuture<Answer> permit = acquire(store, LockKind.SEMAPHORE, 3);
            CompletableFuture<Answer> waits = acquire(store, LockKind.SEMAPHORE, 4);
            first.release();
            second.get(10, TimeUnit.SECONDS).grant().release();
            permit.get(10, TimeUnit.SECONDS);

            assertThat(other.ask("acquire EXCLUSIVE K 5000")).startsWith("granted");

            assertThat(waits).isNotDone();
        }
    }

    private static CompletableFuture<Answer> acquire(FileStore store, LockKind kind, long owner) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        return store.acquire(Requests.of(kind, 1, List.of("K"), owner, 60_000, deadline))
                .answer();
    }

    @Test
    void aFolderThatCannotBeUsedIsSaidByEachCall() throws Exception {
        File file = Files.createFile(folder.resolve("taken")).toFile();
        FileStore store = new FileStore(new TestContext(), file);

        assertThat(store.load())
                .failsWithin(1, TimeUnit.SECONDS)
                .withThrowableThat()
                .withMessageContaining("is no folder and cannot be made");
        store.close();
    }

    /** Each deletion but the first comes just behind a look of the watch: the next look is a whole second away. */
    @Test
    @Shows("a file of the store is deleted or replaced, or a link in its path moves, while a lock is held")
    @FailsWithout("`FileStore#BEAT` is a second")
    void aFileThatIsDeletedIsReportedWithinASecond() throws Exception {
        List<Long> took = new ArrayList<>();
        try (FileStore store = new FileStore(new TestContext(), folder.toFile())) {
            for (int i = 0; i < 4; i++) {
                Grant grant = store.acquire(Requests.exclusive("K", i, 60_000, System.nanoTime()))
                        .answer()
                        .get()
                        .grant();
                long deleted = System.nanoTime();
                FileJvm.deleteFiles(folder);

                assertThat(grant.lost()).succeedsWithin(60, TimeUnit.SECONDS);
                took.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - deleted));
            }
        }

        assertThat(Collections.min(took.subList(1, 4))).as("of %s ms", took).isLessThan(2_000);
    }

    @Test
    @Shows("a file of the store is deleted or replaced, or a link in its path moves, while a lock is held")
    void aFileThatIsDeletedIsALostLockForItsHolders() throws Exception {
        try (FileStore store =
                new FileStore(new TestContext(), folder.resolve("locks").toFile())) {
            Grant grant = store.acquire(Requests.exclusive("K", 1, 60_000, System.nanoTime()))
                    .answer()
                    .get()
                    .grant();

            FileJvm.deleteFiles(folder.resolve("locks"));

            assertThat(grant.lost())
                    .succeedsWithin(10, TimeUnit.SECONDS)
                    .asString()
                    .contains("was deleted or replaced");
            assertThat(Renewals.isHeld(store, grant)).isFalse();
            assertThat(store.acquire(Requests.exclusive("K", 2, 60_000, System.nanoTime()))
                            .answer()
                            .get()
                            .grant())
                    .as("a grant in the new file")
                    .isNotNull();
        }
    }

    /** A channel that is interrupted while it reads or writes closes, and with it would go all locks of the process. */
    @Test
    void anInterruptedThreadTakesAndGivesBackAndTheOthersKeepTheirLocks() throws Exception {
        try (FileStore store = new FileStore(new TestContext(), folder.toFile())) {
            Grant held = store.acquire(Requests.exclusive("K", 1, 60_000, System.nanoTime()))
                    .answer()
                    .get()
                    .grant();
            Request fenced = Requests.of(LockKind.FENCED, 1, List.of("F"), 2, 60_000, System.nanoTime());

            Thread.currentThread().interrupt();
            Grant token = store.acquire(fenced).answer().join().grant();
            boolean released = token.release().join().isHeld();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(token.token()).isPositive();
            assertThat(released).isTrue();
            assertThat(start().ask("acquire EXCLUSIVE K 0")).isEqualTo("busy");
            assertThat(Renewals.isHeld(held.release())).isTrue();
        }
    }

    @Test
    @Shows("another program locks the files")
    void aStrangerThatLocksTheFilesMakesCallsBusyInTime() throws Exception {
        FileJvm waiter = start();
        assertThat(waiter.ask("acquire EXCLUSIVE K 0")).startsWith("granted");
        assertThat(waiter.ask("release K")).isEqualTo("was held");

        FileJvm stranger = start();
        assertThat(stranger.ask("lock " + folder)).isEqualTo("locked");

        assertIsBusyInTime(waiter, "EXCLUSIVE");
        assertIsBusyInTime(waiter, "SEMAPHORE");
        stranger.kill();
        assertThat(waiter.ask("acquire EXCLUSIVE K 60000")).startsWith("granted");
    }

    /** Within 100 ms behind its wait; a busy machine may delay some of the calls by more. */
    private static void assertIsBusyInTime(FileJvm waiter, String kind) throws IOException {
        List<Long> took = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long asked = System.nanoTime();
            assertThat(waiter.ask("acquire " + kind + " K 300")).isEqualTo("busy");
            took.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - asked));
        }
        assertThat(Collections.min(took)).as("%s, of %s ms", kind, took).isBetween(300L, 1_300L);
    }

    /** The limit of locks in files by POSIX: a process that closes a file gives back all that it has locked there. */
    @Test
    @Shows("the application itself opens and closes a file of the store")
    void whatTheApplicationItselfClosesIsNotLockedAnyMore() throws Exception {
        FileJvm holder = start();
        FileJvm other = start();
        assertThat(holder.ask("acquire EXCLUSIVE K 0")).startsWith("granted");
        assertThat(other.ask("acquire EXCLUSIVE K 0")).isEqualTo("busy");

        assertThat(holder.ask("close " + folder)).isEqualTo("closed");

        assertThat(other.ask("acquire EXCLUSIVE K 0")).startsWith("granted");
        assertThat(holder.ask("release K")).isEqualTo("was held");
    }

    @Test
    void aLeaseThatNobodyRenewsEndsForOtherJvmsToo() throws Exception {
        FileJvm other = start();
        assertThat(other.ask("acquire EXCLUSIVE W 60000")).as("it is warm").startsWith("granted");
        try (FileStore store = new FileStore(new TestContext(), folder.toFile())) {
            store.acquire(Requests.exclusive("K", 1, 1500, System.nanoTime()))
                    .answer()
                    .get();
            assertThat(other.ask("acquire EXCLUSIVE K 0")).isEqualTo("busy");

            assertThat(other.ask("acquire EXCLUSIVE K 60000")).startsWith("granted");
        }
    }

    private FileJvm start() throws IOException {
        FileJvm jvm = new FileJvm(folder);
        jvms.add(jvm);
        return jvm;
    }
}
