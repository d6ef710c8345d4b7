package io.lockgraft.store.file;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A JVM on a file store. It does one command a line from its input, and answers each by a line. */
final class FileWorker {
    private static final AtomicLong OWNERS = new AtomicLong();

    /** What it holds, by the key. */
    private static final Map<String, Grant> KEPT = new HashMap<>();

    private static final List<FileLock> STRANGE = new ArrayList<>();

    private FileWorker() {}

    public static void main(String[] args) throws Exception {
        LockStore store = new FileStore(new TestContext(), new File(args[0]));
        Scanner in = new Scanner(System.in, StandardCharsets.UTF_8);
        while (in.hasNextLine()) {
            System.out.println(answer(store, in.nextLine().split(" ")));
        }
    }

    private static String answer(LockStore store, String[] words) throws Exception {
        switch (words[0]) {
            case "count":
                return count(store, Path.of(words[1]), Integer.parseInt(words[2]));
            case "acquire":
                return acquire(store, LockKind.valueOf(words[1]), words[2], Integer.parseInt(words[3]));
            case "release":
                return Renewals.isHeld(KEPT.remove(words[1]).release()) ? "was held" : "was lost";
            case "hear":
                return KEPT.get(words[1]).lost().get(60, TimeUnit.SECONDS);
            case "close":
                for (File each : files(words[1])) {
                    Files.readAllBytes(each.toPath());
                }
                return "closed";
            case "lock":
                for (File each : files(words[1])) {
                    STRANGE.add(new RandomAccessFile(each, "rw").getChannel().lock());
                }
                return "locked";
            case "collect":
                System.gc();
                return "collected";
            default:
                throw new IllegalArgumentException(words[0]);
        }
    }

    private static File[] files(String folder) {
        return new File(folder).listFiles((parent, name) -> name.endsWith(".locks"));
    }

    /** Reads a number from the file and writes one more, so many times, each time under the lock. */
    private static String count(LockStore store, Path counter, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            Answer answer = ask(store, LockKind.EXCLUSIVE, "counter", 1, 60_000);
            int read = Integer.parseInt(Files.readString(counter));
            Thread.yield();
            Files.writeString(counter, Integer.toString(read + 1));
            answer.grant().release().get(10, TimeUnit.SECONDS);
        }
        return "done";
    }

    /** Takes a lock, and keeps it until it is released or the JVM dies. */
    private static String acquire(LockStore store, LockKind kind, String key, int waitMillis) throws Exception {
        Answer answer = ask(store, kind, key, kind == LockKind.SEMAPHORE ? 2 : 1, waitMillis);
        if (answer.grant() == null) {
            return answer.isBusy() ? "busy" : answer.cause().toString();
        }
        KEPT.put(key, answer.grant());
        return "granted " + answer.grant().token();
    }

    private static Answer ask(LockStore store, LockKind kind, String key, int permits, int waitMillis)
            throws Exception {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        return store.acquire(Requests.of(
                        kind, permits, Collections.singletonList(key), OWNERS.incrementAndGet(), 600_000, deadline))
                .answer()
                .get(90, TimeUnit.SECONDS);
    }
}
