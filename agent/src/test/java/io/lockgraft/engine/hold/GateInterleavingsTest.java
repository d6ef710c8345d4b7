package io.lockgraft.engine.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.engine.Woven;
import io.lockgraft.engine.acquire.Gates;
import io.lockgraft.engine.lease.Keeper;
import io.lockgraft.engine.site.QueueMode;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.rules.Handoff;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.GrantDouble;
import io.lockgraft.testing.store.Requests;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Three calls, a keeper and a clock at one gate, in every order in which their steps can fall: a call joins, is granted
 * what it asks for, tries in vain, gives up at any moment, steps inside, ends; the keeper finds a loss, or gives a
 * grant back early; the bound's time passes; what is offered is accepted, or taken by a call that overtakes; what
 * lingers is taken again, is given back by whom it is in the way of, by the keeper in time or after a loss. Where it is
 * fenced, the token of a call that begins is greater than all before it, and one of its grant's own. A step is what
 * happens in one piece: under the gate's lock, or by one write that others see. The gate and the leases are the real
 * ones; their steps follow each other within a call as {@link Gates} lets them.
 *
 * <p>Each state is looked at once, by whichever way it is reached first.
 */
@Timeout(120)
@FailsWithout("`Gate` moves a lease under its lock, so that it has one owner and no call is forgotten")
@FailsWithout("`Gate#leave` passes on what is offered to a call that gives up")
@Shows({
    "an interrupt, or the end of the wait, in the moment in which a call is passed the lock",
    "many calls of one JVM"
})
final class GateInterleavingsTest {
    private static final int CALLS = 3;
    private static final Duration LINGER = Duration.ofMinutes(1);
    private static final long LATER = TimeUnit.MINUTES.toNanos(2);

    /** Long enough that a call is not short, nor overtaken any more; and longer than a pause of this JVM. */
    private static final long MOMENT = TimeUnit.SECONDS.toNanos(1);

    private final Set<String> seen = new HashSet<>();
    private int ends;

    static final class Shop {
        static void pay(String order) {}
    }

    @ParameterizedTest
    @CsvSource({
        "EXCLUSIVE, EXCLUSIVE, EXCLUSIVE, 1, loss early clock",
        "EXCLUSIVE, EXCLUSIVE, EXCLUSIVE, 64, short moment loss",
        "WRITE, WRITE, READ, 64, short loss clock",
        "WRITE, READ, READ, 64, early",
        "READ, READ, READ, 64, clock",
        "EXCLUSIVE, EXCLUSIVE, EXCLUSIVE, 64, linger clock loss",
        "EXCLUSIVE, EXCLUSIVE, EXCLUSIVE, 64, linger clock early",
        "WRITE, WRITE, READ, 1, linger clock",
        "FENCED, FENCED, FENCED, 2, short moment loss",
        "SEMAPHORE, SEMAPHORE, SEMAPHORE, 1, early",
        "SEMAPHORE, SEMAPHORE, SEMAPHORE, 2, none",
    })
    void inWhateverOrderNobodyIsForgottenAndEveryGrantIsGivenBackOnce(
            LockKind first, LockKind second, LockKind third, int max, String what) {
        look(first, second, third, max, what);
    }

    @ParameterizedTest
    @Tag("whole")
    @CsvSource({
        "EXCLUSIVE, EXCLUSIVE, EXCLUSIVE, 64, loss early clock",
        "EXCLUSIVE, EXCLUSIVE, EXCLUSIVE, 1, short loss early clock",
        "EXCLUSIVE, EXCLUSIVE, EXCLUSIVE, 64, short moment early loss",
        "EXCLUSIVE, EXCLUSIVE, EXCLUSIVE, 64, short linger clock loss",
        "EXCLUSIVE, EXCLUSIVE, EXCLUSIVE, 64, short linger clock loss odd",
        "WRITE, WRITE, READ, 64, loss clock",
        "WRITE, READ, READ, 64, loss",
        "WRITE, READ, READ, 64, clock",
        "READ, READ, READ, 64, loss",
        "READ, READ, READ, 64, early",
        "EXCLUSIVE, EXCLUSIVE, EXCLUSIVE, 64, linger clock loss odd",
        "FENCED, FENCED, FENCED, 64, loss early clock",
        "FENCED, FENCED, FENCED, 64, short moment loss",
        "FENCED, FENCED, FENCED, 64, linger clock loss",
        "FENCED, FENCED, FENCED, 1, linger clock loss",
        "EXCLUSIVE, EXCLUSIVE, EXCLUSIVE, 64, short loss early clock",
        "FENCED, FENCED, FENCED, 1, short loss early clock",
        "FENCED, FENCED, EXCLUSIVE, 64, short loss clock",
    })
    void inWhateverOrderMoreIsMixed(LockKind first, LockKind second, LockKind third, int max, String what) {
        look(first, second, third, max, what);
    }

    private void look(LockKind first, LockKind second, LockKind third, int max, String what) {
        List<Site> sites = new ArrayList<>();
        for (LockKind kind : Arrays.asList(first, second, third)) {
            boolean odd = what.contains("odd") && sites.size() == CALLS - 1;
            sites.add(site(kind, max, what.contains("linger") && !odd ? LINGER : Duration.ZERO));
        }
        explore(sites, max, what, new ArrayList<>());

        System.out.println(first + " " + second + " " + third + ", " + max + " in a row, " + what + ": " + seen.size()
                + " states, " + ends + " ends");
        assertThat(seen.size()).isGreaterThan(2_000);
        assertThat(ends).isPositive();
    }

    private static Site site(LockKind kind, int max, Duration linger) {
        Sites sites = new Sites();
        return sites.get(sites.add(
                Woven.rule("k")
                        .lock(kind)
                        .lease(Duration.ofMinutes(10))
                        .handoff(new Handoff(max, Duration.ofMinutes(1)))
                        .linger(linger)
                        .build(),
                Woven.method(Shop.class, "pay"),
                Shop.class.getClassLoader(),
                null));
    }

    private void explore(List<Site> sites, int max, String what, List<Integer> history) {
        World world = new World(sites, max, what);
        List<Integer> possible;
        try {
            for (int step : history) {
                world.take(step);
            }
            world.check();
            if (!seen.add(world.state())) {
                return;
            }
            possible = world.possible();
            if (possible.isEmpty()) {
                ends++;
                world.checkEnd();
            }
        } catch (AssertionError e) {
            throw new AssertionError("after " + history, e);
        }
        for (int step : possible) {
            history.add(step);
            explore(sites, max, what, history);
            history.remove(history.size() - 1);
        }
    }

    /** Cheaper than an assertion of a library, which is asked some million times. */
    private static void must(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("not so: " + what);
        }
    }

    private enum At {
        BEFORE,
        JOINED,
        CLEARING,
        CLEARED,
        WAITING,
        TRYING,
        ASKING,
        GRANTED,
        RUNNING,
        LEAVING,
        ENDING,
        SHARING,
        PASSING,
        RETURNING,
        GONE,
        DONE
    }

    /** What is asked for while others have it. */
    private static final Attempt CONTENDED = new Attempt() {
        @Override
        public CompletableFuture<Answer> answer() {
            throw new AssertionError("the calls here do not wait");
        }

        @Override
        public boolean isContended() {
            return true;
        }

        @Override
        public void abandon() {}
    };

    /** What a store gave, and whether it has it back. */
    private static final class Given extends GrantDouble {
        int returned;
        boolean lost;

        Given(Request request, long token) {
            super(request, System.nanoTime(), token);
        }

        @Override
        public CompletableFuture<Boolean> release() {
            returned++;
            return CompletableFuture.completedFuture(!lost);
        }

        @Override
        public CompletableFuture<Boolean> releaseAfter(long millis) {
            throw new AssertionError("no rule asks for that");
        }
    }

    private static final class World {
        private static final int STEP = 0;
        private static final int GIVE_UP = 1;
        private static final int LOSE = 2 * CALLS;
        private static final int EARLY = LOSE + 1;
        private static final int CLOCK = LOSE + 2;
        private static final int KEEPER = LOSE + 3;
        private static final int SHORTLY = LOSE + 4;

        private static final Map<String, Field> FIELDS = new HashMap<>();

        private final int max;
        private final String what;
        private final Gate gate = new Gate("k");
        private final List<Hold> calls = new ArrayList<>();
        private final At[] at = new At[CALLS];
        private final boolean[] refused = new boolean[CALLS];
        private final CompletableFuture<?>[] released = new CompletableFuture<?>[CALLS];
        private final List<Hold> order = new ArrayList<>();
        private final List<Hold> overtook = new ArrayList<>();
        private final List<Lease> leases = new ArrayList<>();
        private final List<Given> given = new ArrayList<>();
        private final List<Integer> told = new ArrayList<>();
        private long now = System.nanoTime();
        private boolean late;
        private boolean moment;
        private boolean offeredLate;
        private int bodies;
        private boolean closed;
        private long nextToken = 1;
        private long lastToken;

        private final Lease[] clears = new Lease[CALLS];
        private final Map<Lease, Long> lingersSince = new HashMap<>();
        private int keeping;
        private Lease kept;
        private CompletableFuture<?> keptAnswer;

        private int losing;
        private Lease lost;
        private boolean idle;
        private CompletableFuture<?> idleAnswer;
        private final List<HoldShare> losers = new ArrayList<>();
        private int early;
        private HoldShare gone;
        private boolean last;

        World(List<Site> sites, int max, String what) {
            this.max = max;
            this.what = what;
            for (Site site : sites) {
                boolean tries = site.rule().lock() == LockKind.SEMAPHORE;
                calls.add(new Hold(site, new Thread(), null, 0, now, tries ? 0 : now + 2 * LATER, List.of("k"), null));
            }
            Arrays.fill(at, At.BEFORE);
            for (int i = 0; i < CALLS; i++) {
                told.add(0);
            }
        }

        List<Integer> possible() {
            List<Integer> steps = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                Hold call = calls.get(i);
                boolean hasTurn = gate.head() == call
                        || call.grant() != null
                        || call.waiter().tries()
                        || isOffered(call);
                boolean waits = at[i] == At.WAITING && !hasTurn
                        || at[i] == At.ASKING
                                && !isFree(call)
                                && (!call.waiter().mayTry() || refused[i])
                        || at[i] == At.BEFORE && comesAfterItsTwin(i);
                if (at[i] != At.DONE && !waits) {
                    steps.add(2 * i + STEP);
                }
                if (at[i] == At.WAITING || at[i] == At.ASKING || at[i] == At.TRYING) {
                    steps.add(2 * i + GIVE_UP);
                }
            }
            boolean begins = !steps.isEmpty();
            boolean loses = begins
                    && !leases.isEmpty()
                    && !leases.get(leases.size() - 1).isOver();
            if (losing == 0 ? loses && what.contains("loss") : losing < 5) {
                steps.add(LOSE);
            }
            if (early == 0 ? holding() != null && what.contains("early") : early < 3) {
                steps.add(EARLY);
            }
            Lease lingers = gate.lingering();
            if ((begins || lingers != null) && !late && what.contains("clock")) {
                steps.add(CLOCK);
            }
            if (begins && !moment && what.contains("moment")) {
                steps.add(SHORTLY);
            }
            if (keeping == 0 ? late && lingers != null && !lingers.isOver() : true) {
                steps.add(KEEPER);
            }
            return steps;
        }

        private boolean isOffered(Hold call) {
            return gate.calls().queue.offered() != null && gate.calls().queue.first() == call;
        }

        /** Which of two equal calls comes first makes no difference. */
        private boolean comesAfterItsTwin(int call) {
            boolean odd = what.contains("odd") && call == CALLS - 1;
            return call > 0 && at[call - 1] == At.BEFORE && !odd && kind(calls.get(call - 1)) == kind(calls.get(call));
        }

        /** What the store would say. */
        private boolean isFree(Hold call) {
            if (kind(call) == LockKind.SEMAPHORE) {
                return given.stream()
                                .filter(each -> each.returned == 0 && !each.lost)
                                .count()
                        < max;
            }
            for (Given each : given) {
                boolean out = each.returned == 0 && !each.lost;
                if (out && (each.request().kind() != LockKind.READ || kind(call) != LockKind.READ)) {
                    return false;
                }
            }
            return true;
        }

        private HoldShare holding() {
            for (int i = 0; i < CALLS; i++) {
                if (at[i] == At.RUNNING && !calls.get(i).grant().state().isOver()) {
                    return calls.get(i).grant();
                }
            }
            return null;
        }

        private static LockKind kind(Hold call) {
            return call.site().rule().lock();
        }

        void take(int step) {
            if (step == CLOCK) {
                now += LATER;
                late = true;
            } else if (step == SHORTLY) {
                now += MOMENT;
                moment = true;
            } else if (step == LOSE) {
                lose();
            } else if (step == KEEPER) {
                keep();
            } else if (step == EARLY) {
                releaseEarly();
            } else if (step % 2 == GIVE_UP) {
                at[step / 2] = At.LEAVING;
            } else {
                walk(step / 2);
            }
        }

        /** One step of {@link Gates#acquire}, or of a release. */
        private void walk(int i) {
            Hold call = calls.get(i);
            switch (at[i]) {
                case BEFORE:
                    if (closed) {
                        must(!(gate.join(call, now)), "a closed gate");
                        at[i] = At.DONE;
                        return;
                    }
                    Lease lingering = gate.lingering();
                    boolean offers = gate.calls().queue.offered() != null;
                    call.waiter().comesTo(0, gate);
                    must(gate.join(call, now), "an open gate");
                    order.add(call);
                    at[i] = what.contains("linger") ? At.JOINED : call.waiter().tries() ? At.TRYING : At.WAITING;
                    if (offers && call.grant() != null) {
                        overtook.add(call);
                        must(moment == offeredLate, "overtaken in time");
                        must(gate.calls().queue.offered() == null, "overtaken, and offered no more");
                        must(call.grant().lease().lost() == null, "overtaken before it was lost");
                    }
                    if (lingering != null && call.grant() != null) {
                        must(lingersSince.get(call.grant().lease()) == now, "taken again in time");
                        must(call.grant().lease().lost() == null, "taken again before it was lost");
                        must(call.site().terms().lingerNanos() > 0, "taken again by whom it is for");
                    }
                    break;
                case JOINED:
                    clears[i] = ended(gate.lingering());
                    at[i] = clears[i] == null ? At.WAITING : At.CLEARING;
                    break;
                case CLEARING:
                    released[i] = giveBack(clears[i]);
                    at[i] = At.CLEARED;
                    break;
                case CLEARED:
                    close(gate.leave(clears[i].speaker(), released[i]));
                    released[i] = null;
                    at[i] = At.WAITING;
                    break;
                case WAITING:
                    if (isOffered(call)) {
                        must(gate.accept(call), "accepted by whom it is offered");
                    }
                    assertTurn(call);
                    if (call.waiter().tries()) {
                        at[i] = At.TRYING;
                    } else if (call.grant() == null) {
                        at[i] = At.ASKING;
                    } else {
                        at[i] = call.grant().isGood(System.nanoTime()) ? granted(call) : At.LEAVING;
                        checkToken(i);
                    }
                    break;
                case TRYING:
                case ASKING:
                    if (!isFree(call)) {
                        refused(i);
                        return;
                    }
                    Given got = given(call);
                    Lease lease = new Lease(got, call, refused[i]);
                    lease.begin(call);
                    given.add(got);
                    leases.add(lease);
                    at[i] = granted(call);
                    checkToken(i);
                    break;
                case GRANTED:
                    gate.stepInside(call, now);
                    at[i] = At.RUNNING;
                    break;
                case LEAVING:
                    if (call.grant() == null) {
                        close(gate.leave(call, null));
                    }
                    at[i] = call.grant() == null ? At.DONE : At.ENDING;
                    break;
                case RUNNING:
                case ENDING:
                    boolean ended = call.grant().end();
                    at[i] = !ended ? At.GONE : call.grant().lease().isShared() ? At.SHARING : At.PASSING;
                    break;
                case SHARING:
                    at[i] = gate.leaveShared(call.grant()) ? At.PASSING : At.GONE;
                    break;
                case PASSING:
                    boolean passed =
                            call.grant().state() == GrantState.RELEASED && gate.passOn(call.grant(), endOfBody());
                    offeredLate = gate.calls().queue.offered() != null && moment;
                    boolean lingers = passed && call.grant().lease().isIdle();
                    if (lingers) {
                        lingersSince.putIfAbsent(call.grant().lease(), now);
                        must(lingersSince.get(call.grant().lease()) == now, "lingers in its time");
                    } else if (passed) {
                        must(!(late), "passed on after the bound's time");
                    }
                    at[i] = passed ? At.DONE : At.RETURNING;
                    break;
                case RETURNING:
                    released[i] = giveBack(call.grant().lease());
                    at[i] = At.GONE;
                    break;
                default:
                    close(gate.leave(call, released[i]));
                    at[i] = At.DONE;
            }
        }

        /** The store keeps as many tokens for it as it may have calls. */
        private Given given(Hold call) {
            if (kind(call) != LockKind.FENCED) {
                return new Given(
                        Requests.of(kind(call), call.waiter().mayTry() ? max : 1, List.of("k"), 7, 600_000, 0), 0);
            }
            Request request = call.site()
                    .request(List.of("k"), Requests.owner(7), 0, call.waiter().now());
            nextToken += request.tokens();
            return new Given(request, nextToken - request.tokens());
        }

        private void checkToken(int i) {
            Hold call = calls.get(i);
            if (kind(call) == LockKind.FENCED && at[i] == At.RUNNING) {
                must(call.token() > lastToken, "a token that grows");
                lastToken = call.token();
                Grant its = call.grant().lease().grant();
                must(lastToken >= its.token(), "a token of its grant");
                must(lastToken < its.token() + its.request().tokens(), "no more tokens than its grant has");
            }
        }

        /** A short body has taken no time; else each ends a while after the one before. */
        private long endOfBody() {
            return what.contains("short") ? now : now + ++bodies * MOMENT;
        }

        /** Who tried waits for its turn then; who is at the head waits for a permit there. */
        private void refused(int i) {
            Hold call = calls.get(i);
            if (at[i] == At.TRYING) {
                gate.stepBack(call);
                at[i] = At.WAITING;
            } else {
                call.waiter().asks(CONTENDED);
                refused[i] = true;
            }
        }

        private Lease ended(Lease lingers) {
            return lingers != null && gate.endLinger(lingers) ? lingers : null;
        }

        /** One step of {@link Gates#lingered}, on the keeper's thread. */
        private void keep() {
            if (keeping == 0) {
                kept = ended(gate.lingering());
            } else if (keeping == 1) {
                keptAnswer = giveBack(kept);
            } else {
                close(gate.leave(kept.speaker(), keptAnswer));
            }
            keeping = (keeping + 1) % 3;
        }

        private static At granted(Hold call) {
            return call.queueMode() == QueueMode.TOGETHER ? At.GRANTED : At.RUNNING;
        }

        private CompletableFuture<Boolean> giveBack(Lease lease) {
            lease.end();
            for (Hold each : calls) {
                boolean has = each.hasGrant() && each.grant().lease() == lease;
                must(!(has), "given back while a call has it");
            }
            must(gate.calls().queue.offered() != lease, "given back while it is offered");
            return lease.grant().release();
        }

        /** One step of {@link Keeper}'s, when the store has said no. */
        private void lose() {
            if (losing == 0) {
                lost = leases.get(leases.size() - 1);
                given.get(leases.indexOf(lost)).lost = true;
                lost.lose("gone");
            } else if (losing == 1) {
                for (HoldShare each : lost.holders()) {
                    if (each.lose(lost.lost())) {
                        losers.add(each);
                        int call = calls.indexOf(each.hold());
                        told.set(call, told.get(call) + 1);
                    }
                }
                for (int i = 0; i < CALLS; i++) {
                    boolean runs = at[i] == At.RUNNING && calls.get(i).grant().lease() == lost;
                    must(!(runs && calls.get(i).hasGrant()), "a call that runs on and is not told");
                }
            } else if (losing == 2) {
                idle = lost.isIdle() && gate.endLinger(lost);
            } else if (losing == 3) {
                idleAnswer = idle ? giveBack(lost) : null;
                lost.end();
            } else {
                if (idle) {
                    close(gate.leave(lost.speaker(), idleAnswer));
                }
                for (HoldShare each : losers) {
                    close(gate.leave(each.hold(), null));
                }
            }
            losing++;
        }

        /** One step of onExceeded: release. */
        private void releaseEarly() {
            if (early == 0) {
                gone = holding();
                must(gone.endEarly(), "given back early once");
            } else if (early == 1) {
                last = !gone.lease().isShared() || gate.leaveShared(gone);
            } else {
                CompletableFuture<Boolean> answer = last ? giveBack(gone.lease()) : null;
                close(gate.leave(gone.hold(), answer));
            }
            early++;
        }

        private void close(boolean closes) {
            must(!(closes && closed), "closes twice");
            closed |= closes;
        }

        /** First come, first served: nobody who came before still waits. With permits for many it is about so. */
        private void assertTurn(Hold call) {
            if (call.waiter().mayTry() || overtook.contains(call)) {
                return;
            }
            for (Hold before : order.subList(0, order.indexOf(call))) {
                boolean waits = at[calls.indexOf(before)] == At.WAITING;
                must(!(waits && gate.head() != before && before.grant() == null), "one that came before waits behind");
            }
        }

        void check() {
            must(gate.calls().queue.offered() == null || !gate.calls().queue.isEmpty(), "offered to somebody");
            for (Lease lease : leases) {
                int having = 0;
                int shares = 0;
                for (Hold each : calls) {
                    boolean had = each.grant() != null && each.grant().lease() == lease;
                    shares += had ? 1 : 0;
                    having += had && each.hasGrant() ? 1 : 0;
                }
                must(what.contains("linger") || shares - 1 <= max, "passed on in a row");
                must(having <= (lease.isShared() ? CALLS : 1), "at a time");
                must(gate.calls().queue.offered() != lease || having == 0, "offered while a call has it");
            }
            for (Given each : given) {
                must(each.returned <= 1, "given back");
            }
            for (int i = 0; i < CALLS; i++) {
                boolean waits = at[i] == At.WAITING
                        && calls.get(i).grant() == null
                        && !calls.get(i).waiter().tries();
                must(!(waits && gate.head() == null), "waits while nobody is at the head");
                must(told.get(i) <= 1, "told of a loss");
            }
        }

        void checkEnd() {
            assertThat(at).as("where the calls are").containsOnly(At.DONE);
            for (Given each : given) {
                must(each.returned == 1, "given back");
            }
            must(gate.calls().isEmpty(), "nobody is left");
            must(closed || given.isEmpty() && order.isEmpty(), "closed");
        }

        /** All that what comes next depends on. */
        String state() {
            List<Object> all = new ArrayList<>();
            all.add(at.clone());
            all.add(Arrays.toString(refused));
            Object overtaken = field(gate.calls().queue, "sleeper");
            all.add(leases.indexOf(gate.calls().queue.offered()) + " " + moment + offeredLate + " " + names(overtook));
            all.add(
                    overtaken == null
                            ? ""
                            : calls.indexOf(overtaken) + " " + (now - (long) field(gate.calls().queue, "since")));
            all.add(late + " " + closed + " " + losing + " " + leases.indexOf(lost) + " " + early + " " + last);
            all.add(names(order));
            all.add(nextToken + " " + lastToken);
            all.add(calls.indexOf(gate.head()));
            all.add(names((Queue<?>) field(gate.calls().queue, "calls")));
            TreeSet<Integer> inside = new TreeSet<>();
            gate.calls().inside.each(hold -> inside.add(calls.indexOf(hold)));
            all.add(inside);
            all.add(leases.indexOf((Lease) field(gate.calls(), "open")));
            all.add(leases.indexOf(gate.lingering()) + " " + keeping + " " + leases.indexOf(kept) + " " + idle);
            for (Lease each : clears) {
                all.add(leases.indexOf(each));
            }
            for (Lease lease : leases) {
                TreeSet<Integer> holders = new TreeSet<>();
                for (HoldShare each : lease.holders()) {
                    holders.add(calls.indexOf(each.hold()));
                }
                Long since = lingersSince.get(lease);
                all.add(lease.isIdle() + (since == null ? "" : " " + (since == now)));
                all.add(holders + " " + lease.lost() + lease.isOver() + field(lease, "passed"));
            }
            for (Given each : given) {
                all.add(each.returned + " " + each.lost);
            }
            for (Hold call : calls) {
                all.add(
                        call.grant() == null
                                ? call.waiter().tries()
                                : leases.indexOf(call.grant().lease()) + " "
                                        + (now - call.waiter().now() >= MOMENT / 2)
                                        + call.grant().state());
            }
            all.add(gone == null ? "" : "" + calls.indexOf(gone.hold()));
            StringBuilder text = new StringBuilder();
            for (Object each : all) {
                text.append(each instanceof Object[] ? Arrays.toString((Object[]) each) : each)
                        .append('|');
            }
            return text.toString();
        }

        private List<Integer> names(Iterable<?> holds) {
            List<Integer> names = new ArrayList<>();
            holds.forEach(hold -> names.add(calls.indexOf(hold)));
            return Collections.unmodifiableList(names);
        }

        private static Object field(Object of, String name) {
            try {
                Field field = FIELDS.get(name);
                if (field == null) {
                    field = of.getClass().getDeclaredField(name);
                    field.setAccessible(true);
                    FIELDS.put(name, field);
                }
                return field.get(of);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }
}
