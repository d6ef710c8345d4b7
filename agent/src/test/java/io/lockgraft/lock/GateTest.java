package io.lockgraft.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The gate has no clock and does not wait, so all that can happen to it in a few steps can be tried out. */
final class GateTest {
    private static final int CALLS = 4;
    private static final int STEPS = 7;

    private long histories;

    @Test
    void everyShortHistoryKeepsTheOrderAndForgetsNobody() {
        explore(new ArrayList<>());

        assertThat(histories).isGreaterThan(10_000);
    }

    /** A step: call n joins, or leaves, or leaves with a release under way; or the release is answered. */
    private void explore(List<Integer> history) {
        Model model = new Model();
        for (int step : history) {
            if (!model.apply(step)) {
                return;
            }
        }
        histories++;
        if (history.size() < STEPS) {
            for (int step = 0; step <= 3 * CALLS; step++) {
                history.add(step);
                explore(history);
                history.remove(history.size() - 1);
            }
        }
    }

    /** A list beside the gate, to compare with. */
    private static final class Model {
        private final Gate gate = new Gate("k");
        private final List<Hold> calls = new ArrayList<>();
        private final List<Hold> order = new ArrayList<>();
        private CompletableFuture<Boolean> releasing = CompletableFuture.completedFuture(true);
        private boolean closed;

        Model() {
            for (int i = 0; i < CALLS; i++) {
                calls.add(new Hold(null, gate, Thread.currentThread(), 0, 0));
            }
        }

        /** False: the step makes no sense here. */
        boolean apply(int step) {
            if (step == 3 * CALLS) {
                return answerRelease();
            }
            Hold call = calls.get(step % CALLS);
            boolean applies = step < CALLS ? join(call) : leave(call, step >= 2 * CALLS);
            if (applies) {
                assertThat(gate.head()).as("the head").isSameAs(order.isEmpty() ? null : order.get(0));
            }
            return applies;
        }

        private boolean join(Hold call) {
            if (order.contains(call)) {
                return false;
            }
            boolean joined = gate.join(call);
            assertThat(joined).as("a gate takes calls until it is closed").isEqualTo(!closed);
            if (joined) {
                order.add(call);
            }
            return true;
        }

        private boolean leave(Hold call, boolean withRelease) {
            boolean head = !order.isEmpty() && order.get(0) == call;
            if (!order.contains(call) || withRelease && !head) {
                return false;
            }
            CompletableFuture<Boolean> release = withRelease ? new CompletableFuture<>() : null;
            releasing = withRelease ? release : releasing;
            order.remove(call);
            boolean idle = order.isEmpty() && releasing.isDone();
            assertThat(gate.leave(call, release)).as("closes").isEqualTo(idle && !closed);
            closed |= idle;
            return true;
        }

        private boolean answerRelease() {
            if (releasing.isDone()) {
                return false;
            }
            releasing.complete(true);
            boolean idle = order.isEmpty();
            assertThat(gate.tidy()).as("closes").isEqualTo(idle && !closed);
            closed |= idle;
            return true;
        }
    }
}
