package io.lockgraft.conformance;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import java.util.concurrent.CompletableFuture;

/** An attempt of a store, of which a fault changes something. */
class DamagedAttempt implements Attempt {
    private final Attempt sound;

    DamagedAttempt(Attempt sound) {
        this.sound = sound;
    }

    @Override
    public CompletableFuture<Answer> answer() {
        return sound.answer();
    }

    @Override
    public boolean isContended() {
        return sound.isContended();
    }

    @Override
    public String holder() {
        return sound.holder();
    }

    @Override
    public void abandon() {
        sound.abandon();
    }
}
