package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.contender.Store;
import io.lockgraft.benchmarks.harness.Program;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Contest;
import io.lockgraft.benchmarks.worker.Slice;
import java.util.Arrays;
import java.util.List;

/** Lockgraft on a store other than Redis beside what is written by hand for it: one caller alone, and one hot key. */
public final class OnStore extends Contest {
    private static final String ONE_CALL = "one thread, 1,000 keys";
    private static final String HOT_KEY = HotKey.cell(4, 8, 0);

    private final Store store;
    private final boolean hasBounds;
    private final List<String> rivals;

    private OnStore(Store store) {
        super("on-" + store.word(), "Locks in " + store.title(), Kind.on(store));
        this.store = store;
        this.hasBounds = !byHand(true).isEmpty();
        this.rivals = byHand(hasBounds);
    }

    /** All of them: Redis has scenarios of its own. */
    public static List<OnStore> all() {
        return Arrays.stream(Store.values())
                .filter(store -> store != Store.REDIS)
                .map(OnStore::new)
                .toList();
    }

    private List<String> byHand(boolean withLease) {
        return contenders().stream()
                .filter(kind -> !kind.isAgent() && kind.hasLease() == withLease)
                .map(Kind::word)
                .toList();
    }

    @Override
    public Store store() {
        return store;
    }

    /** Whether a lock that is written by hand for it has a lease: only with those Lockgraft is measured. */
    public boolean hasBounds() {
        return hasBounds;
    }

    @Override
    public String page() {
        return "on-store";
    }

    @Override
    public String lacking() {
        return Program.lacking(store);
    }

    /** None on the first page's table of questions: all stores have a table of their own there. */
    @Override
    public Answer answer() {
        return null;
    }

    public Answer oneCall() {
        return Answer.less("one call", ONE_CALL, figure("p50, us", "p50Micros", "%,.1f"))
                .against(rivals);
    }

    public Answer hotKey() {
        return Answer.more("one key", HOT_KEY, columns().get(0)).against(rivals);
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("calls/s", "callsPerSecond", "%,.0f"),
                new Column("x by hand", "callsPerSecond", rivals, false, "%.2f"),
                figure("p50, us", "p50Micros", "%,.1f"),
                new Column("x by hand", "p50Micros", rivals, true, "%.2f"),
                figure("p99, us", "p99Micros", "%,.1f"),
                figure("longest wait, ms", "longestWaitMillis", "%,.1f"),
                figure("slowest JVM", "slowestShare", "%.2f"),
                figure("CPU us/call", "cpuMicrosPerCall", "%,.1f"));
    }

    /** None: its two cells have nothing in common. */
    @Override
    public Column chart() {
        return null;
    }

    @Override
    public int quickJvms() {
        return 2;
    }

    /** The one that needs all ways of a contender comes first: the quick form has no other. */
    @Override
    public List<Crowd> crowds() {
        return List.of(
                Crowd.of(4, new Cell(HOT_KEY, Slice.of(8))),
                Crowd.of(1, new Cell(ONE_CALL, Slice.of(1).keys(1000, 0))));
    }
}
