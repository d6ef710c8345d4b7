package io.lockgraft.engine;

import io.lockgraft.engine.HeldBackStore.Asked;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.spi.LockKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * What happens on a {@link Stage}, in an order that a random number decides: who calls, exits or gives up next, which
 * answer of the store arrives, when the lock is lost.
 *
 * <p>A schedule that settles takes its next step when no call can go on by itself, so that the same number makes the
 * same steps again. One that does not takes it at once, beside what goes on.
 */
final class Schedules {
    private static final int STEPS = 30;
    private static final int NUDGES = 100;

    private final Stage stage;
    private final List<String> steps = new ArrayList<>();
    private Random random;
    private boolean settles;
    private int turns;

    Schedules(Stage stage) {
        this.stage = stage;
    }

    /** Takes the steps that this number decides, and those that bring all calls to their end. */
    void run(long seed) {
        steps.clear();
        try {
            begin(seed);
            for (int i = 0; i < STEPS; i++) {
                step();
                if (settles) {
                    stage.settle();
                } else {
                    nudge();
                }
            }
            end();
        } catch (AssertionError e) {
            throw new AssertionError(
                    "schedule " + seed + " of " + String.join(" ", stage.cast.kinds) + (settles ? ", settled" : "")
                            + ": " + e.getMessage() + "\n" + String.join("\n", steps) + "\n" + stage.state(),
                    e);
        }
    }

    private void begin(long seed) {
        random = new Random(seed);
        stage.number = "o" + seed;
        settles = random.nextInt(3) > 0;
        stage.ordered = settles && !stage.cast.overstays && random.nextBoolean();
        turns = 0;
        for (HeldBackStore store : stage.stores.values()) {
            store.heldBack.clear();
            if (settles) {
                store.heldBack.add(Asked.GRANT);
            }
            if (random.nextBoolean()) {
                store.heldBack.add(Asked.RELEASE);
            }
        }
        stage.callers.forEach(each -> each.excused = false);
    }

    private void step() {
        Caller caller = stage.callers.get(random.nextInt(stage.callers.size()));
        int what = random.nextInt(24);
        if (what < 10) {
            goesOn(caller);
        } else if (what < 20) {
            HeldBackStore store = stage.stores.get(caller.engine);
            answer(store, Asked.values()[random.nextInt(3)]);
        } else if (what < 22) {
            givesUp(caller);
        } else if (what == 22) {
            beginsShort(caller);
        } else if (stage.cast.loses) {
            loses();
        } else if (stage.cast.overstays) {
            overstays();
        }
    }

    /** Calls that wait look again and again, in the midst of what others do. */
    private void nudge() {
        for (int i = 0; i < NUDGES; i++) {
            stage.callers.get(i % stage.callers.size()).nudge();
        }
    }

    private void told(String step) {
        steps.add(step);
    }

    private void goesOn(Caller caller) {
        if (caller.state == Caller.State.IDLE && caller.isAtRest()) {
            told(stage.callers.indexOf(caller) + " begins");
            begins(caller);
            caller.begin(stage.number);
        } else if (caller.state == Caller.State.INSIDE && caller.isAtRest()) {
            told(stage.callers.indexOf(caller) + " exits");
            long before = ended();
            caller.exit();
            if (settles && !stage.cast.overstays && caller instanceof Caller.OfMono && caller.kind != LockKind.READ) {
                stage.await("end of a hold", () -> ended() > before);
            }
        }
    }

    private long ended() {
        return stage.count(Event.HANDED_OVER) + stage.count(Event.LINGERED) + stage.count(Event.RELEASED);
    }

    private void begins(Caller caller) {
        caller.excused = false;
        caller.turn = ++turns;
        caller.exceeded = stage.count(Event.EXCEEDED);
    }

    private void beginsShort(Caller caller) {
        if (!stage.ordered && caller.state == Caller.State.IDLE && caller.isAtRest()) {
            told(stage.callers.indexOf(caller) + " makes short calls");
            begins(caller);
            caller.beginShort(stage.number, settles ? 2 : 50);
        }
    }

    private void answer(HeldBackStore store, Asked asked) {
        List<HeldBackStore.Question<?>> open = store.open(asked);
        if (!open.isEmpty() && open.get(0).isReady()) {
            told("the answer to a " + asked + " arrives");
            open.get(0).answer();
        }
    }

    private void givesUp(Caller caller) {
        if (caller.state == Caller.State.CALLING) {
            told(stage.callers.indexOf(caller) + " gives up");
            caller.giveUp();
            if (settles) {
                stage.await(
                        "end of a wait that is given up", () -> caller.state != Caller.State.CALLING || !stage.ordered);
            }
        }
    }

    /** All that have it are told, and nobody else; of what lingers, when the store has answered. */
    private void loses() {
        if (settles && stage.callers.stream().anyMatch(Stage::mayShare)) {
            return;
        }
        Predicate<HeldBackStore> answers = each -> stage.cast.linger.isZero() || !each.heldBack.contains(Asked.RELEASE);
        // One that asked beside others may find only when it wakes that it has lost what it was granted.
        boolean counts = settles
                && !stage.isSemaphore()
                && stage.stores.values().stream().allMatch(answers);
        long expected = counts ? stage.losers() : 0;
        long before = stage.count(Event.LOST);
        for (Caller caller : stage.callers) {
            caller.excused |= settles ? caller.state == Caller.State.INSIDE : caller.state != Caller.State.IDLE;
        }
        stage.ordered = false;
        told("the lock is lost");
        stage.server.lose(
                "shop:PAY:" + stage.number + (stage.isSemaphore() ? ":permits" : ""), "the test took it away");
        if (counts) {
            stage.await(
                    expected + " calls that are told of the loss", () -> stage.count(Event.LOST) - before >= expected);
            Stage.must(stage.count(Event.LOST) - before == expected, "more are told of the loss than had it");
        }
    }

    private void overstays() {
        if (settles && stage.callers.stream().anyMatch(stage::holds)) {
            told("time passes");
            long before = stage.count(Event.RELEASED_EARLY);
            stage.await(
                    "release of a lock that is held for too long", () -> stage.count(Event.RELEASED_EARLY) > before);
        }
    }

    /** All answers arrive and all calls exit, until none is left. */
    private void end() {
        told("all come to their end");
        stage.stores.values().forEach(each -> each.heldBack.clear());
        stage.await("end of all calls", () -> {
            stage.mustNotBeSurprised();
            boolean idle = true;
            for (HeldBackStore store : stage.stores.values()) {
                for (Asked asked : Asked.values()) {
                    store.open(asked).stream()
                            .filter(HeldBackStore.Question::isReady)
                            .forEach(HeldBackStore.Question::answer);
                }
            }
            for (Caller caller : stage.callers) {
                if (caller.state == Caller.State.INSIDE && caller.isAtRest()) {
                    caller.exit();
                }
                idle &= caller.state == Caller.State.IDLE && caller.isAtRest();
            }
            stage.sweep();
            return idle;
        });
        stage.await("key that is given back", () -> {
            stage.sweep();
            return stage.server.held().isEmpty()
                    && stage.engines.stream().allMatch(each -> each.gatesInUse() == 0)
                    && stage.stores.values().stream()
                            .flatMap(each -> each.given.stream())
                            .allMatch(each -> each.releases() > 0);
        });
        stage.checkGrants();
    }
}
