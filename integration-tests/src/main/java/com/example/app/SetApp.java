package com.example.app;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Adds numbers to sets that a third store keeps, by read, wait and write: an update is lost where two are at it at the
 * same time. Others only look, wait, and look again whether it is what it was. Tells the store what its caller was told
 * of each. Goes on until it is told a line: then it ends what is under way at once, and is over.
 */
public final class SetApp {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** In front of the name of a set that is only looked at. */
    private static final char LOOK = '?';

    /** Before and behind the milliseconds that calls last at most, in front of the name of a set. */
    private static final String LASTING = "~";

    /** In front of the name and the count of many sets: one of them is chosen for each call. */
    private static final char MANY = '*';

    private final CountDownLatch over = new CountDownLatch(1);

    private SetApp() {}

    /** Arguments: what is in front of its numbers, how many threads, the seed of their moments, the sets. */
    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[1]);
        SetApp app = new SetApp();
        List<Thread> workers = new ArrayList<>();
        List<String> sets = new ArrayList<>();
        for (String set : Arrays.asList(args).subList(3, args.length)) {
            if (set.startsWith(LASTING)) {
                String[] parts = set.split(LASTING);
                workers.add(start(() -> app.last(args[0], parts[2], Integer.parseInt(parts[1]))));
            } else {
                sets.add(set);
            }
        }
        for (int i = 0; i < threads; i++) {
            Random random = new Random(Long.parseLong(args[2]) * threads + i);
            workers.add(start(() -> app.work(args[0], sets, random)));
        }
        awaitLine();
        app.over.countDown();
        for (Thread worker : workers) {
            worker.join();
        }
    }

    private static Thread start(Runnable work) {
        Thread worker = new Thread(work);
        worker.setDaemon(true);
        worker.start();
        return worker;
    }

    /** And nothing of what is behind it: that is for who comes next. */
    private static void awaitLine() throws Exception {
        for (int read = System.in.read(); read != '\n'; read = System.in.read()) {
            if (read < 0) {
                System.exit(0);
            }
        }
    }

    private void work(String name, List<String> sets, Random random) {
        while (over.getCount() > 0) {
            String set = sets.get(random.nextInt(sets.size()));
            int millis = random.nextInt(5) == 0 ? 50 + random.nextInt(250) : random.nextInt(10);
            if (set.charAt(0) == MANY) {
                int count = set.lastIndexOf('-') + 1;
                set = set.substring(0, count) + random.nextInt(Integer.parseInt(set.substring(count)));
            }
            call(name, set, millis);
        }
    }

    /** Calls to one set that last for at least half of these milliseconds. */
    private void last(String name, String set, int atMost) {
        while (over.getCount() > 0) {
            call(name, set, atMost / 2 + ThreadLocalRandom.current().nextInt(atMost / 2));
        }
    }

    private void call(String name, String set, int millis) {
        String number = name + NUMBERS.incrementAndGet();
        String end = "added";
        long began = System.nanoTime();
        try {
            if (set.charAt(0) == MANY) {
                addToOneOfMany(set.substring(1), number, millis);
            } else if (set.charAt(0) == LOOK) {
                watch(set.substring(1), number, millis);
                end = "watched";
            } else {
                add(set, number, millis);
            }
        } catch (Exception e) {
            end = e.getClass().getSimpleName();
        }
        Witness.tell(number, end, System.nanoTime() - began);
    }

    /** What one rule locks for all sets of a kind that there are many of. */
    private void addToOneOfMany(String set, String number, int millis) throws InterruptedException {
        grow(set, number, millis);
    }

    /** What the rules lock, a rule a set. */
    private void add(String set, String number, int millis) throws InterruptedException {
        grow(set, number, millis);
    }

    private void grow(String set, String number, int millis) throws InterruptedException {
        int version = Witness.look(set);
        over.await(millis, TimeUnit.MILLISECONDS);
        Witness.grow(set, version, number, fence());
    }

    /** What the rules lock for those who only look. */
    private void watch(String set, String number, int millis) throws InterruptedException {
        int version = Witness.look(set);
        over.await(millis, TimeUnit.MILLISECONDS);
        Witness.watch(set, version, number);
    }

    /** By reflection, for there is no such class where the agent is not. */
    private static long fence() {
        try {
            Method fence = Class.forName("io.lockgraft.api.Locks").getMethod("fence");
            return ((OptionalLong) fence.invoke(null)).orElse(0);
        } catch (ReflectiveOperationException e) {
            return 0;
        }
    }
}
