package io.lockgraft.engine;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.store.AttemptDouble;
import io.lockgraft.testing.store.GrantDouble;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A store that grants everything, in a JVM that stands still once: at one place, for longer than the lease. */
public final class PausingBackend implements LockStore {
    /** Where it stands still next. */
    public enum Place {
        NOWHERE,
        /** The command is written, and the answer is there as soon as somebody looks for it. */
        BEFORE_THE_ANSWER,
        /** The lease begins, and the body has not. */
        BEFORE_THE_BODY,
        /** The command of the release is written, and is not answered. */
        BEHIND_THE_RELEASE
    }

    public final List<Request> requests = new ArrayList<>();
    public volatile Place place = Place.NOWHERE;
    public volatile boolean contended;
    /** Whether it says that it was asked when the request was made. */
    public volatile boolean atOnce;

    private void standsStill(Place where, Request request) {
        if (place == where) {
            place = Place.NOWHERE;
            long until = System.nanoTime() + request.leaseNanos() + TimeUnit.MILLISECONDS.toNanos(50);
            while (until - System.nanoTime() > 0) {
                LockSupport.parkNanos(until - System.nanoTime());
            }
        }
    }

    @Override
    public Attempt acquire(Request request) {
        requests.add(request);
        Grant grant = new Given(request, atOnce ? request.madeAt() : System.nanoTime());
        standsStill(Place.BEFORE_THE_ANSWER, request);
        return AttemptDouble.granted(grant, contended);
    }

    @Override
    public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        List<CompletableFuture<Renewal>> silence = new ArrayList<>();
        grants.forEach(each -> silence.add(new CompletableFuture<>()));
        return silence;
    }

    @Override
    public long questionNanos() {
        return 0;
    }

    @Override
    public void close() {}

    private final class Given extends GrantDouble {
        Given(Request request, long sentAt) {
            super(request, sentAt, 0);
        }

        /** Asked for when the lease begins. */
        @Override
        public long token() {
            standsStill(Place.BEFORE_THE_BODY, request());
            return super.token();
        }

        @Override
        public CompletableFuture<Renewal> release() {
            boolean silent = place == Place.BEHIND_THE_RELEASE;
            standsStill(Place.BEHIND_THE_RELEASE, request());
            return silent ? new CompletableFuture<>() : super.release();
        }
    }
}
