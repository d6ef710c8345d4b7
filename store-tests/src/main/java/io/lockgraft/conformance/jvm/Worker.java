package io.lockgraft.conformance.jvm;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The other JVM: opens stores, and asks them what its input says. A line of its input is a number, a command and the
 * command's words. A line of its output is that number, {@link #DONE} or {@link #FAILED}, and the words of the answer.
 */
final class Worker {
    static final String DONE = "done";
    static final String FAILED = "failed";

    private static final String THREAD = "worker";

    private final PrintStream answers;
    private final AtomicLong names = new AtomicLong();
    private final Map<String, LockStore> stores = new ConcurrentHashMap<>();
    private final Map<String, LockStore> peers = new ConcurrentHashMap<>();
    private final Map<String, Attempt> attempts = new ConcurrentHashMap<>();
    private final Map<String, Grant> grants = new ConcurrentHashMap<>();
    private final ExecutorService slow = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, THREAD);
        thread.setDaemon(true);
        return thread;
    });

    private Worker(PrintStream answers) {
        this.answers = answers;
    }

    public static void main(String[] args) throws IOException {
        Worker worker = new Worker(System.out);
        System.setOut(System.err); // what a library prints is no answer
        Thread.currentThread().setName(THREAD);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            worker.run(Words.of(line));
        }
        Runtime.getRuntime().halt(0); // the test's JVM has ended
    }

    private void run(String[] words) {
        CompletableFuture<Object[]> answer;
        try {
            answer = command(words[1], Arrays.copyOfRange(words, 2, words.length));
        } catch (Exception | Error e) {
            answer = CompletableFuture.failedFuture(e);
        }
        answer.whenComplete((told, failed) -> {
            List<Object> line = new ArrayList<>(Arrays.asList(words[0], failed == null ? DONE : FAILED));
            line.addAll(
                    failed == null ? Arrays.asList(told) : List.of(cause(failed).toString()));
            String text = Words.line(line.toArray());
            synchronized (answers) {
                answers.println(text);
                answers.flush();
            }
        });
    }

    private CompletableFuture<Object[]> command(String command, String[] words) {
        switch (command) {
            case "open":
                return later(() -> open((Opening) Words.read(words[0])));
            case "look":
                return later(() -> told(((Question) Words.read(words[1])).ask(stores.get(words[0]))));
            case "load":
                return peers.get(words[0]).load().thenApply(loaded -> told());
            case "close":
                return later(() -> {
                    stores.get(words[0]).close();
                    return told();
                });
            case "threads":
                return CompletableFuture.completedFuture(threads());
            case "acquire":
                return CompletableFuture.completedFuture(acquire(words));
            case "answer":
                return attempts.get(words[0]).answer().thenApply(this::answer);
            case "contended":
                return now(attempts.get(words[0]).isContended());
            case "holder":
                String holder = attempts.get(words[0]).holder();
                return now(holder == null ? "" : holder);
            case "abandon":
                attempts.get(words[0]).abandon();
                return CompletableFuture.completedFuture(told());
            case "renew":
                Grant renewed = grants.get(words[1]);
                return peers.get(words[0]).renew(List.of(renewed)).get(0).thenApply(Worker::renewed);
            case "release":
                return grants.get(words[0]).release().thenApply(Worker::renewed);
            case "releaseAfter":
                return grants.get(words[0])
                        .releaseAfter(Long.parseLong(words[1]))
                        .thenApply(Worker::renewed);
            case "lost":
                return grants.get(words[0]).lost().thenApply(Worker::told);
            case "locks":
                return peers.get(words[0]).locks(words[1]).thenApply(Worker::locks);
            case "scanSize":
                return peers.get(words[0]).scanSize().thenApply(Worker::told);
            case "scan":
                List<StoredLock> found = Collections.synchronizedList(new ArrayList<>());
                return peers.get(words[0]).scan(words[1], found::add).thenApply(all -> locks(found));
            case "unlock":
                return peers.get(words[0]).unlock(words[1], words[2]).thenApply(Worker::told);
            case "replace":
                CompletableFuture<StoreEntry> replaced = peers.get(words[0]).replaceEntry(words[1], words[2], words[3]);
                return replaced.thenApply(entry -> told(entry.text(), entry.millis()));
            default:
                throw new IllegalArgumentException(command);
        }
    }

    private Object[] open(Opening opening) throws Exception {
        Jvm jvm = TestContext.newJvm();
        LockStore store = opening.open(new TestContext(jvm));
        String name = name();
        stores.put(name, store);
        peers.put(name, Peer.of(store, jvm));
        return told(name, store.questionNanos());
    }

    /** The command that asks a store for this, with times that are left in place of times of a clock. */
    static Object[] acquire(String store, Request request) {
        List<Object> words = new ArrayList<>(Arrays.asList(
                "acquire",
                store,
                request.kind(),
                request.permits(),
                request.owner().number(),
                request.leaseMillis(),
                request.remaining(),
                request.tokenAbove(),
                request.tokens(),
                !request.waits() && request.remaining() > 0));
        words.addAll(request.keys());
        return words.toArray();
    }

    private Object[] acquire(String[] words) {
        List<String> keys = Arrays.asList(words).subList(9, words.length);
        Request request = Requests.of(
                        LockKind.valueOf(words[1]),
                        Integer.parseInt(words[2]),
                        keys,
                        Long.parseLong(words[3]),
                        Long.parseLong(words[4]),
                        System.nanoTime() + Long.parseLong(words[5]))
                .withTokenAbove(Long.parseLong(words[6]))
                .withTokens(Integer.parseInt(words[7]));
        String name = name();
        attempts.put(name, peers.get(words[0]).acquire(Boolean.parseBoolean(words[8]) ? request.once() : request));
        return told(name);
    }

    private Object[] answer(Answer answer) {
        Grant grant = answer.grant();
        if (grant == null) {
            String what = answer.isBusy() ? "busy" : answer.isRefused() ? "refused" : "unavailable";
            return told(what, answer.cause());
        }
        String name = name();
        grants.put(name, grant);
        Owner owner = grant.request().owner();
        return told(
                "granted",
                name,
                System.nanoTime() - grant.sentAt(),
                grant.token(),
                grant.lost() != null,
                grant.leaseMillis(),
                owner.jvm().host(),
                owner.jvm().pid(),
                owner.jvm().id(),
                owner.number());
    }

    /** Times of one JVM's clock are told as ages. */
    private static Object[] renewed(Renewal said) {
        if (said.isHeld()) {
            return told("held", System.nanoTime() - said.since());
        }
        return said.isLost() ? told("lost") : told("unknown", said.cause());
    }

    private static Object[] locks(List<StoredLock> found) {
        List<Object> words = new ArrayList<>();
        for (StoredLock lock : found) {
            words.addAll(Arrays.asList(
                    lock.key(), lock.owner(), lock.rule(), lock.thread(), lock.heldMillis(), lock.leftMillis()));
        }
        return words.toArray();
    }

    private static Object[] threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().equals(THREAD) && thread.getThreadGroup() != null)
                .filter(thread -> !OF_THE_JVM.contains(thread.getName()))
                .map(OtherJvm::text)
                .toArray();
    }

    private static final List<String> OF_THE_JVM = List.of(
            "Reference Handler",
            "Finalizer",
            "Signal Dispatcher",
            "Common-Cleaner",
            "Notification Thread",
            "Attach Listener",
            "process reaper");

    private String name() {
        return Long.toString(names.incrementAndGet());
    }

    private interface Work {
        Object[] run() throws Exception;
    }

    private CompletableFuture<Object[]> later(Work work) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return work.run();
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                slow);
    }

    private static CompletableFuture<Object[]> now(Object word) {
        return CompletableFuture.completedFuture(told(word));
    }

    private static Object[] told(Object... words) {
        return words;
    }

    private static Throwable cause(Throwable failed) {
        return failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
    }
}
