package io.lockgraft.conformance;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import java.util.concurrent.CompletableFuture;

/** A grant of a store, of which a fault changes something. */
class DamagedGrant implements Grant {
    final Grant sound;

    DamagedGrant(Grant sound) {
        this.sound = sound;
    }

    @Override
    public Request request() {
        return sound.request();
    }

    @Override
    public long sentAt() {
        return sound.sentAt();
    }

    @Override
    public long leaseMillis() {
        return sound.leaseMillis();
    }

    @Override
    public long token() {
        return sound.token();
    }

    @Override
    public CompletableFuture<String> lost() {
        return sound.lost();
    }

    @Override
    public CompletableFuture<Renewal> release() {
        return sound.release();
    }

    @Override
    public CompletableFuture<Renewal> releaseAfter(long millis) {
        return sound.releaseAfter(millis);
    }
}
