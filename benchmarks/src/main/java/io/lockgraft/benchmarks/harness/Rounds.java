package io.lockgraft.benchmarks.harness;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.report.Results;
import io.lockgraft.benchmarks.worker.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Contenders in turns: each round gives every contender one slice, in another order than the round before, so that what
 * else the machine does meanwhile meets all of them alike.
 */
public final class Rounds {
    /** What the first cell of the same JVMs needs more than a later one. */
    private static final int MORE = 3;

    private static final int LESS = 4;

    /** In so many parts each contender is warmed. */
    private static final int TURNS = 5;

    /** With so many keys nearly every call asks the server. */
    private static final int MANY_KEYS = 1000;

    /** A tail must not lack a few calls because the last slice happened to be fast. */
    private static final double MORE_CALLS = 1.25;

    /** A JVM that has a key which others want keeps it for up to 50 ms; each is to have some such turns in a slice. */
    private static final int TURNS_MILLIS = 4 * 50;

    private final Form form;
    private final Results results;
    private int more = MORE;
    private int less = LESS;
    private int tail;
    private int oftener = 1;

    public Rounds(Form form, Results results) {
        this.form = form;
        this.results = results;
    }

    /** Warms contenders on Redis so many times as long, before the first cell of their JVMs. */
    public Rounds warmer(int times) {
        more = times;
        return this;
    }

    /** Warms up before each cell as long as the form says: where the cells take other ways. */
    public Rounds anew() {
        less = 1;
        return this;
    }

    /** Runs so many times the form's rounds: where two contenders differ by less than one round from another. */
    public Rounds oftener(int times) {
        oftener = times;
        return this;
    }

    /**
     * Takes what seldom happens (p99, p99.9) from so many calls at least: where a slice has fewer, from a longer one of
     * its own, after the rounds.
     */
    public Rounds tails(int calls) {
        tail = form.isQuick() ? 0 : calls;
        return this;
    }

    /**
     * Runs a slice for each contender in each round, and keeps what they came to under this scenario's name and cell.
     */
    public void run(Crew crew, String scenario, String cell, Slice slice, Collection<Kind> contenders)
            throws IOException {
        warmUp(crew, slice, contenders);
        List<Kind> order = new ArrayList<>(contenders);
        int millis = form.isQuick() ? form.sliceMillis() : Math.max(form.sliceMillis(), TURNS_MILLIS * crew.jvms());
        Map<Kind, Slice> tails = new EnumMap<>(Kind.class);
        for (int round = 1; round <= oftener * form.rounds(); round++) {
            for (Kind kind : order) {
                Slice its = slice.by(kind).millis(millis).seed(round);
                Outcome outcome = crew.run(its);
                Map<String, Object> figures = outcome.figures();
                if (round == 1 && outcome.times().total() < tail) {
                    tails.put(kind, its.millis((int)
                            (MORE_CALLS * tail * millis / outcome.times().total())));
                }
                if (tails.containsKey(kind)) {
                    figures.keySet().removeAll(Outcome.TAIL);
                }
                results.add(scenario, cell, kind.word(), round, figures);
            }
            Collections.rotate(order, 1);
        }
        for (Map.Entry<Kind, Slice> each : tails.entrySet()) {
            Map<String, Object> figures = crew.run(each.getValue()).figures();
            figures.keySet().retainAll(Outcome.TAIL);
            results.add(scenario, cell, each.getKey().word(), oftener * form.rounds() + 1, figures);
        }
    }

    /**
     * About as long in the JVMs with the agent, all together, as in those with the libraries that run Redisson's code.
     * In turns: a JVM that is warmed first and then sleeps while others are warmed is the slowest in the first rounds.
     * In new JVMs half of the time goes to many keys. A call that gets a hot key from another thread asks the server so
     * seldom that the way there would still be compiled while later cells are measured.
     */
    private void warmUp(Crew crew, Slice slice, Collection<Kind> contenders) throws IOException {
        if (crew.isWarm()) {
            inTurns(crew, slice, contenders, kind -> form.warmUpMillis() / less);
        } else {
            ToIntFunction<Kind> half = kind -> (kind.isOnRedis() ? more : MORE) * form.warmUpMillis() / 2;
            inTurns(crew, overManyKeys(slice), contenders, half);
            inTurns(crew, slice, contenders, half);
        }
        crew.warm();
    }

    private static void inTurns(Crew crew, Slice slice, Collection<Kind> contenders, ToIntFunction<Kind> millis)
            throws IOException {
        long libraries = contenders.stream().filter(Kind::isRedisson).count();
        long agents = contenders.stream().filter(Kind::isAgent).count();
        for (int turn = 0; turn < TURNS; turn++) {
            for (Kind kind : contenders) {
                int times = kind.isAgent() ? (int) Math.max(1, libraries / agents) : 1;
                crew.run(slice.by(kind).millis(times * millis.applyAsInt(kind) / TURNS));
            }
        }
    }

    private static Slice overManyKeys(Slice slice) {
        return Slice.of(slice.threads())
                .load(slice.load())
                .lines(slice.lines())
                .keys(Math.max(MANY_KEYS, slice.keys()), slice.skew());
    }
}
