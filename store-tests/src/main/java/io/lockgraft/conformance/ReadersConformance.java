package io.lockgraft.conformance;

import static io.lockgraft.spi.LockKind.READ;
import static io.lockgraft.spi.LockKind.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Answers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The part of the conformance suite that is about readers and writers. */
abstract class ReadersConformance extends KindConformance {
    /** True if a reader that tries once may be let in although a writer waits. One that waits comes behind it. */
    protected boolean readersPassWriters() {
        return false;
    }

    @Test
    void readersShareAndAWriterWaitsForAllOfThem() throws Exception {
        assumeHas(READ, WRITE);
        Grant first = granted(here.acquire(request(READ, key, longLease, AMPLE)));
        Grant second = granted(there.acquire(request(READ, key, longLease, AMPLE)));
        Attempt writer = waiting(there, request(WRITE, key, longLease, 25_000));

        release(first);
        assertThat(writer.answer()).isNotDone();
        assertThat(renew(there, second)).containsExactly(true);
        release(second);

        assertThat(release(granted(writer))).isTrue();
    }

    @Test
    void aReadersLeaseEndsAlthoughOthersAreRenewed() throws Exception {
        assumeHas(READ, WRITE);
        long lease = lease(1500);
        granted(here.acquire(request(READ, key, lease, AMPLE)));
        Grant lasting = granted(there.acquire(request(READ, key, longLease, AMPLE)));
        Attempt writer = waiting(there, request(WRITE, key, longLease, lease + AMPLE));

        assertThat(renew(there, lasting)).containsExactly(true);
        release(lasting);

        long start = System.nanoTime();
        release(granted(writer));
        assertThat(toMillis(System.nanoTime() - start))
                .as("milliseconds that a dead reader holds a writer up")
                .isLessThan(lease + 3500);
    }

    @Test
    @Shows("`read`, `write`")
    void readersThatComeLaterDoNotOvertakeAWriter() throws Exception {
        assumeHas(READ, WRITE);
        Grant reader = granted(here.acquire(request(READ, key, longLease, AMPLE)));
        Attempt writer = waiting(there, request(WRITE, key, longLease, 25_000));

        if (!readersPassWriters()) {
            Answers.busy(
                    "a reader that tries once while a writer waits",
                    answer(here.acquire(request(READ, key, longLease, 0))));
        }
        Attempt later = waiting(here, request(READ, key, longLease, 25_000));
        release(reader);
        Grant written = granted(writer);
        assertThat(later.answer()).isNotDone();
        release(written);

        assertThat(release(granted(later))).isTrue();
    }

    @Test
    @Shows("`read`, `write`")
    void aWriterIsNotStarvedByReadersThatKeepComing() throws Exception {
        assumeHas(READ, WRITE);
        Grant last = granted(here.acquire(request(READ, key, longLease, AMPLE)));
        Attempt writer = waiting(there, request(WRITE, key, longLease, 60_000));
        List<Attempt> readers = new ArrayList<>();
        long start = System.nanoTime();
        while (!writer.answer().isDone() && toMillis(System.nanoTime() - start) < 10_000) {
            // Each comes before the one before it has left.
            Attempt next = here.acquire(request(READ, key, longLease, 60_000));
            readers.add(next);
            if (last != null) {
                release(last);
            }
            Answer answer = next.answer().getNow(null);
            last = answer == null ? null : answer.grant();
            if (last == null) {
                // Each that waits asks again when one leaves: of thousands, the store would hear for minutes.
                LockSupport.parkNanos(1_000_000);
            }
        }

        release(granted(writer));
        for (Attempt reader : readers) {
            reader.abandon();
        }
        awaitNothingLeft(key);
    }

    @Test
    @FailsWithout("`PendingCleanup#settle` gives back the key and the place in the queue of a call that gave up")
    void readersAreLetInWhenTheWriterThatWaitedGivesUp() throws Exception {
        assumeHas(READ, WRITE);
        Grant reader = granted(here.acquire(request(READ, key, longLease, AMPLE)));
        Attempt writer = waiting(there, request(WRITE, key, longLease, 25_000));
        Attempt later = waiting(here, request(READ, key, longLease, 25_000));

        long start = System.nanoTime();
        writer.abandon();

        release(granted(later));
        assertThat(toMillis(System.nanoTime() - start)).isLessThan(4000);
        release(reader);
    }
}
