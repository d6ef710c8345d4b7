package io.lockgraft.benchmarks.worker;

import com.example.bench.Shop;
import io.lockgraft.benchmarks.contender.Call;
import io.lockgraft.benchmarks.contender.Contender;
import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.contender.Operation;
import io.lockgraft.benchmarks.contender.Servers;
import io.lockgraft.benchmarks.contender.Store;
import io.lockgraft.benchmarks.report.Json;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;

/**
 * The main class of a JVM that competes: reads slices, a line each, runs them one after the other and answers each
 * with a line. What it has of contenders stays connected between slices; it ends when its input does.
 */
public final class Worker {
    /** What the threads of one slice have done. */
    public static final String ANSWER = "answer ";

    /** A line that asks for what this JVM has, in place of a slice. */
    public static final String FOOTPRINT = "footprint";

    /** A line that has this JVM recorded from now on. */
    public static final String RECORD = "record";

    /** A line that ends it, with the file that it is written to. */
    public static final String RECORDED = "recorded ";

    private final Servers servers;
    private final Witness witness;
    private final Body body;
    private final Shop shop;
    private final Map<Kind, Contender> contenders = new EnumMap<>(Kind.class);
    private Recorder recorder;

    /** Null until a slice of a JVM that is asked. */
    private BeanReader beans;

    private Worker(Servers servers, Witness witness) {
        this.servers = servers;
        this.witness = witness;
        this.body = new Body(witness);
        this.shop = new Shop(body);
    }

    /** As {@link #main} reads them. */
    public static List<String> arguments(Path witness, Map<Store, String> addresses) {
        List<String> arguments = new ArrayList<>(List.of(witness.toString()));
        addresses.forEach((store, address) -> arguments.addAll(List.of(store.name(), address)));
        return arguments;
    }

    /** @param args the witness's file, then names of stores with the address behind each */
    public static void main(String[] args) throws Exception {
        Map<Store, String> addresses = new EnumMap<>(Store.class);
        for (int i = 1; i < args.length; i += 2) {
            addresses.put(Store.valueOf(args[i]), args[i + 1]);
        }
        try (Servers servers = new Servers(addresses)) {
            Worker worker = new Worker(servers, new Witness(Path.of(args[0])));
            System.out.println(ANSWER + "{}");
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println(ANSWER + Json.of(worker.answer(line)));
            }
        }
        System.exit(0); // where a client has left a thread behind
    }

    private Map<String, Object> answer(String line) throws Exception {
        if (line.equals(FOOTPRINT)) {
            return Footprint.now();
        }
        if (line.equals(RECORD)) {
            recorder = new Recorder();
            recorder.start();
            return Map.of();
        }
        if (line.startsWith(RECORDED)) {
            recorder.stop(Path.of(line.substring(RECORDED.length())));
            return Map.of();
        }
        return run(Slice.parse(line));
    }

    private Map<String, Object> run(Slice slice) throws Exception {
        Contender contender = contenders.get(slice.contender());
        if (contender == null) {
            contender = slice.contender().open(shop, servers);
            contenders.put(slice.contender(), contender);
        }
        boolean isAsked = slice.contender() == Kind.LOCKGRAFT_ASKED;
        if (isAsked && beans == null) {
            beans = new BeanReader();
        }
        Passes passes = slice.passes() ? new Passes(witness) : null;
        body.begin(slice.bodyMicros(), slice.contender().locks(), passes);
        Keys keys = new Keys(slice.keys(), slice.skew());
        Call call = contender.call(Operation.valueOf(slice.load().name()));
        Call change = slice.load() == Slice.Load.LOOK ? contender.call(Operation.CHANGE) : null;
        List<Caller> callers = new ArrayList<>();
        ThreadFactory factory = slice.contender().isVirtual() ? VirtualThreads.factory() : Thread::new;
        List<Thread> threads = new ArrayList<>();
        CompletableFuture<Long> until = new CompletableFuture<>();
        for (int i = 0; i < slice.threads(); i++) {
            Caller caller = new Caller(slice, keys, call, change, i, until);
            callers.add(caller);
            Thread thread = factory.newThread(caller);
            thread.setName("caller-" + i);
            threads.add(thread);
        }
        try {
            threads.forEach(Thread::start);
        } catch (Throwable e) {
            until.completeExceptionally(e);
            throw e;
        }
        // The start of a thousand platform threads takes longer than a short slice.
        long cpu = Footprint.cpuNanos();
        long begun = System.nanoTime();
        if (isAsked) {
            beans.begin();
        }
        until.complete(begun + slice.millis() * 1_000_000L);
        for (Thread thread : threads) {
            thread.join();
        }
        if (isAsked) {
            beans.end();
        }
        Map<String, Object> answer = answer(callers, begun, Footprint.cpuNanos() - cpu);
        if (passes != null) {
            answer.putAll(passes.written());
        }
        return answer;
    }

    private Map<String, Object> answer(List<Caller> callers, long begun, long cpu) {
        Histogram times = new Histogram();
        long longestWait = 0;
        long exclusive = 0;
        long ended = begun;
        for (Caller caller : callers) {
            if (caller.failure() != null) {
                throw new IllegalStateException("a call failed", caller.failure());
            }
            times.add(caller.times());
            exclusive += caller.exclusive();
            longestWait = Math.max(longestWait, caller.longestWait());
            ended = caller.ended() - ended > 0 ? caller.ended() : ended;
        }
        return new LinkedHashMap<>(Map.of(
                "nanos",
                ended - begun,
                "longest",
                times.longest(),
                "longestWait",
                longestWait,
                "exclusive",
                exclusive,
                "inside",
                body.inside(),
                "cpu",
                cpu,
                "times",
                times.written()));
    }
}
