package io.lockgraft.rules;

import io.lockgraft.language.expression.Condition;
import io.lockgraft.language.expression.Target;
import io.lockgraft.spi.LockKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A setting that a rule and {@code defaults} have in common: its name in the file, and what it is where neither says
 * it. A new one needs a line here, one in the table of the file's names, one in the reader, and its use.
 */
public final class RuleSetting<T> {
    private static final List<RuleSetting<?>> LIST = new ArrayList<>();

    /** The name of its store; empty for the only one. */
    public static final RuleSetting<String> STORE = of("store", "");

    public static final RuleSetting<LockKind> LOCK = of("lock", LockKind.EXCLUSIVE);

    /** Number of calls that a semaphore lets in at a time; 1 for every other kind. */
    public static final RuleSetting<Integer> PERMITS = of("permits", 1);

    /** The condition under which a call is locked. Null: every call is. */
    public static final RuleSetting<Condition> WHEN = of("when", null);

    /** The longest time that a call waits for its key. Zero: it tries once. */
    public static final RuleSetting<Duration> WAIT = of("wait", Duration.ofSeconds(10));

    public static final RuleSetting<Duration> LEASE = of("lease", Duration.ofSeconds(30));

    /** The lease that the store grants where the one that is wished for is not to be had. Null: the same. */
    public static final RuleSetting<Duration> GRANTED_LEASE = of("lease as granted", null);

    public static final RuleSetting<Boolean> RENEW = of("renew", true);

    public static final RuleSetting<Duration> HOLD_AT_LEAST = of("hold.atLeast", Duration.ZERO);

    /** The longest time that a call may hold its lock. Null: no bound. */
    public static final RuleSetting<Duration> HOLD_AT_MOST = of("hold.atMost", null);

    public static final RuleSetting<OnExceeded> HOLD_ON_EXCEEDED = of("hold.onExceeded", OnExceeded.WARN);
    public static final RuleSetting<Until> HOLD_UNTIL = of("hold.until", Until.WORK);

    public static final RuleSetting<Handoff> HANDOFF = of("handoff", Handoff.ON);

    /**
     * The time that a grant stays in this JVM after its last call. Zero: it goes back with the end of that call. Where
     * it makes sense, as for {@link Rule#handoff}.
     */
    public static final RuleSetting<Duration> LINGER = of("linger", Duration.ZERO);

    public static final RuleSetting<Outcome> ON_BUSY = of("onBusy", Outcome.THROW);
    public static final RuleSetting<Outcome> ON_UNAVAILABLE = of("onUnavailable", Outcome.THROW);
    public static final RuleSetting<OnLost> ON_LOST = of("onLost", OnLost.WARN);
    public static final RuleSetting<Outcome> ON_MISSING_KEY = of("onMissingKey", Outcome.THROW);

    /** The property that a fence token is written to before the method runs. Null: none. */
    public static final RuleSetting<Target> FENCE = of("fence", null);

    /** True: a rule that cannot be applied is a warning, and the method runs without the lock. */
    public static final RuleSetting<Boolean> FAIL_OPEN = of("failOpen", false);

    /** True: a pattern of the rule that has matched nothing some time after the start is an error. */
    public static final RuleSetting<Boolean> REQUIRE_MATCH = of("requireMatch", false);

    private final String name;
    /** The value where the file has none. */
    final T usual;
    /** Its place in {@link #all}. */
    final int index;

    private RuleSetting(String name, T usual, int index) {
        this.name = name;
        this.usual = usual;
        this.index = index;
    }

    private static <T> RuleSetting<T> of(String name, T usual) {
        RuleSetting<T> made = new RuleSetting<>(name, usual, LIST.size());
        LIST.add(made);
        return made;
    }

    /** All settings of a rule, by their index. */
    public static List<RuleSetting<?>> all() {
        return Collections.unmodifiableList(LIST);
    }

    /** The setting's name in the rules file. */
    public String name() {
        return name;
    }
}
