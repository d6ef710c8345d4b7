package io.lockgraft.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The room on the stack that a call asks for, interpreted and compiled. */
final class StackRoomTest {
    private static final int STACK = 4 << 20;

    /** How many frames fit on a stack of this size. */
    private static int fitting() throws Exception {
        AtomicReference<Integer> found = new AtomicReference<>();
        Thread thread = new Thread(
                null,
                () -> {
                    int fits = 1;
                    int tooMany = STACK;
                    while (tooMany - fits > 1) {
                        int middle = (fits + tooMany) / 2;
                        try {
                            StackRoom.descend(middle, -1);
                            fits = middle;
                        } catch (StackOverflowError e) {
                            tooMany = middle;
                        }
                    }
                    found.set(fits);
                },
                "deep",
                STACK);
        thread.start();
        thread.join();
        return found.get();
    }

    @Test
    void theFramesAreAsLargeAfterTheCompilersHaveSeenThem() throws Exception {
        for (int calls = 0; calls < 200_000; calls++) {
            StackRoom.forLock(System.nanoTime());
            StackRoom.forCall();
        }

        assertThat(STACK / fitting()).as("bytes of a frame").isGreaterThan(900);
    }
}
