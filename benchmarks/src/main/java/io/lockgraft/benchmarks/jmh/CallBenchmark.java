package io.lockgraft.benchmarks.jmh;

import com.example.bench.Order;
import com.example.bench.Shop;
import io.lockgraft.benchmarks.contender.Call;
import io.lockgraft.benchmarks.contender.Contender;
import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.contender.Operation;
import io.lockgraft.benchmarks.contender.Servers;
import io.lockgraft.benchmarks.contender.Store;
import io.lockgraft.benchmarks.worker.Recorder;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/** A locked call with an empty body on one thread; each fork has one contender. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CallBenchmark {
    /** What the forks read the address of a store from, with its word behind. */
    static final String ADDRESS = "benchmarks.address.";

    /** Where the flight recorder writes what it sees from the first measured iteration on; not there, it is off. */
    static final String RECORDING = "benchmarks.recording";

    private static final int KEYS = 1024;

    @Param({"bare"})
    public String contender;

    private Servers servers;
    private Contender open;
    private Call call;
    private final Order order = new Order();
    private long calls;
    private Recorder recorder;

    @Setup
    public void open() throws Exception {
        Map<Store, String> addresses = new EnumMap<>(Store.class);
        for (Store store : Store.values()) {
            addresses.computeIfAbsent(store, its -> System.getProperty(ADDRESS + its.word()));
        }
        servers = new Servers(addresses);
        Shop shop = new Shop(order -> order.begin(1));
        open = Nothing.isMeant(contender)
                ? Nothing.open(contender, shop)
                : Kind.of(contender).open(shop, servers);
        call = open.call(Operation.PAY);
    }

    @Setup(Level.Iteration)
    public void record(IterationParams iteration) {
        if (recorder == null
                && iteration.getType() == IterationType.MEASUREMENT
                && System.getProperty(RECORDING) != null) {
            recorder = new Recorder();
            recorder.start();
        }
    }

    @Benchmark
    public void call() throws Exception {
        call.on(order.number(calls++ % KEYS));
    }

    @TearDown
    public void close() throws Exception {
        if (recorder != null) {
            recorder.stop(Path.of(System.getProperty(RECORDING)));
        }
        open.close();
        servers.close();
    }
}
