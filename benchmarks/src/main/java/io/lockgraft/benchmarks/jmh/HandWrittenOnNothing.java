package io.lockgraft.benchmarks.jmh;

import com.example.bench.Shop;
import io.lockgraft.benchmarks.contender.Call;
import io.lockgraft.benchmarks.contender.Contender;
import io.lockgraft.benchmarks.contender.Operation;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The lock that Lockgraft's calls take, written by hand, in front of a store that does nothing: the key's text, then
 * the threads of this JVM one at a time for each key, first come, first served and with nested entry, then the store.
 * What Lockgraft does besides (leases that are renewed and judged, deadlines, outcomes) it does not, and it counts in
 * one of its forms alone.
 */
final class HandWrittenOnNothing {
    /** The lock of one key, there as long as somebody uses it. */
    private static final class Local {
        private final ReentrantLock lock = new ReentrantLock(true);
        private int users;
    }

    private final ConcurrentMap<String, Local> locals = new ConcurrentHashMap<>();
    private String stored;
    private long came;

    private HandWrittenOnNothing() {}

    static Contender withLock(Shop shop) {
        HandWrittenOnNothing locks = new HandWrittenOnNothing();
        return paying(order -> {
            String key = "hand:PAY:" + order.getNumber();
            Local local = locks.lock(key);
            try {
                shop.pay(order);
            } finally {
                locks.unlock(key, local);
            }
        });
    }

    /** The same, and when the call came: what a wait that is bounded needs to know. */
    static Contender withLockAndClock(Shop shop) {
        HandWrittenOnNothing locks = new HandWrittenOnNothing();
        Call locked = withLock(shop).call(Operation.PAY);
        return paying(order -> {
            locks.came = System.nanoTime();
            locked.on(order);
        });
    }

    /** The same, and whether the stack has room for what follows: or a lock could be left behind. */
    static Contender withLockClockAndRoom(Shop shop) {
        Call locked = withLockAndClock(shop).call(Operation.PAY);
        return paying(order -> {
            StackRoom.look(order.getNumber());
            locked.on(order);
        });
    }

    /**
     * With all three looks of a call: as it comes, right before the body (a pause may have outlasted the lease) and at
     * its end. By them it adds to the numbers that can be asked for: how long calls have waited, how long they have
     * held, and how many have given back.
     */
    static Contender withLooksRoomAndNumbers(Shop shop) {
        HandWrittenOnNothing locks = new HandWrittenOnNothing();
        LongAdder[] waited = numbers();
        LongAdder[] held = numbers();
        LongAdder released = new LongAdder();
        return paying(order -> {
            long came = System.nanoTime();
            StackRoom.look(came);
            String key = "hand:PAY:" + order.getNumber();
            Local local = locks.lock(key);
            long begins = System.nanoTime();
            try {
                locks.came = came;
                add(waited, begins - came);
                shop.pay(order);
            } finally {
                long ended = System.nanoTime();
                locks.unlock(key, local);
                released.increment();
                add(held, ended - came);
            }
        });
    }

    /** One for each power of two of nanoseconds. */
    private static LongAdder[] numbers() {
        return Stream.generate(LongAdder::new).limit(Long.SIZE + 1L).toArray(LongAdder[]::new);
    }

    private static void add(LongAdder[] numbers, long nanos) {
        numbers[Long.SIZE - Long.numberOfLeadingZeros(nanos)].increment();
    }

    /** The least that any lock with a key costs. */
    static Contender withoutLock(Shop shop) {
        HandWrittenOnNothing locks = new HandWrittenOnNothing();
        return paying(order -> {
            locks.acquire("hand:PAY:" + order.getNumber());
            try {
                shop.pay(order);
            } finally {
                locks.release();
            }
        });
    }

    private Local lock(String key) {
        Local local = locals.compute(key, (name, old) -> {
            Local used = old == null ? new Local() : old;
            used.users++;
            return used;
        });
        local.lock.lock();
        if (local.lock.getHoldCount() == 1) {
            acquire(key);
        }
        return local;
    }

    private void unlock(String key, Local local) {
        if (local.lock.getHoldCount() == 1) {
            release();
        }
        local.lock.unlock();
        locals.compute(key, (name, old) -> --local.users == 0 ? null : old);
    }

    /** Keeps the key, so that making it cannot be left out. */
    private void acquire(String key) {
        stored = key;
    }

    private void release() {
        stored = null;
    }

    @Override
    public String toString() {
        return "holds " + stored + " since " + came;
    }

    private static Contender paying(Call call) {
        return operation -> operation == Operation.PAY ? call : null;
    }
}
