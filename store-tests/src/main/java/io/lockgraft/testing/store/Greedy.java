package io.lockgraft.testing.store;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * JVMs that are never without a thread that wants the lock: each holds it for a while, as if its threads passed it
 * among them, gives it back, and asks again at once.
 */
public final class Greedy {
    private static final AtomicLong OWNERS = new AtomicLong(1L << 50);

    private final LockKind kind;
    private final String key;
    private final long holdMillis;
    private final long leaseMillis;
    private final CountDownLatch left;

    private Greedy(LockKind kind, String key, long holdMillis, long leaseMillis, int turns) {
        this.kind = kind;
        this.key = key;
        this.holdMillis = holdMillis;
        this.leaseMillis = leaseMillis;
        this.left = new CountDownLatch(turns);
    }

    /** How many turns each of them had, of so many in all. */
    public static int[] play(LockKind kind, String key, long holdMillis, int turns, LockStore... backends)
            throws Exception {
        return play(kind, key, holdMillis, 30_000, turns, backends);
    }

    /** The same with leases of so many milliseconds. */
    public static int[] play(
            LockKind kind, String key, long holdMillis, long leaseMillis, int turns, LockStore... backends)
            throws Exception {
        Greedy game = new Greedy(kind, key, holdMillis, leaseMillis, turns);
        for (LockStore backend : backends) {
            backend.acquire(game.request(key + ":warm"))
                    .answer()
                    .get(70, SECONDS)
                    .grant()
                    .release()
                    .get(10, SECONDS);
        }
        int[] had = new int[backends.length];
        Thread[] players = new Thread[backends.length];
        for (int i = 0; i < players.length; i++) {
            int number = i;
            players[i] = new Thread(() -> had[number] = game.takeAgainAndAgain(backends[number]), "greedy");
            players[i].setDaemon(true);
            players[i].start();
        }
        game.left.await(70, SECONDS);
        for (Thread player : players) {
            player.join(SECONDS.toMillis(70));
        }
        assertThat(game.left.getCount()).as("turns that nobody had").isZero();
        return had;
    }

    /** None had less than half of what would have been its share. */
    public static void assertShared(int... turns) {
        int all = Arrays.stream(turns).sum();
        for (int own : turns) {
            assertThat(own)
                    .as("turns of one of %s", Arrays.toString(turns))
                    .isGreaterThanOrEqualTo(all / turns.length / 2);
        }
    }

    private int takeAgainAndAgain(LockStore backend) {
        int turns = 0;
        try {
            Attempt attempt = backend.acquire(request(key));
            while (true) {
                Grant grant = attempt.answer().get(70, TimeUnit.SECONDS).grant();
                if (left.getCount() > 0) {
                    turns++;
                }
                left.countDown();
                Thread.sleep(holdMillis);
                grant.release();
                if (left.getCount() == 0) {
                    return turns;
                }
                attempt = backend.acquire(request(key));
            }
        } catch (Exception e) {
            throw new AssertionError("a greedy JVM", e);
        }
    }

    private Request request(String wanted) {
        long deadline = System.nanoTime() + MILLISECONDS.toNanos(60_000);
        return Requests.of(kind, 1, Collections.singletonList(wanted), OWNERS.incrementAndGet(), leaseMillis, deadline);
    }
}
