package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/**
 * A JVM that runs com.example.app.Stage, at once or when another application is over: calls methods when the test says
 * so, and tells how each call ended.
 */
final class StageProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final AppProcess process;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final Map<String, Call> calls = new ConcurrentHashMap<>();
    private final Queue<CompletableFuture<List<String>>> asked = new ConcurrentLinkedQueue<>();
    private final AtomicInteger ids = new AtomicInteger();

    private StageProcess(AppProcess.Builder builder) throws IOException {
        this.process = builder.start(this::hear);
    }

    /** Starts the application; its main class must be Stage. */
    static StageProcess start(AppProcess.Builder builder) throws Exception {
        StageProcess stage = new StageProcess(builder);
        boolean isReady = false;
        try {
            stage.get(stage.ready, "the application to be ready");
            isReady = true;
            return stage;
        } finally {
            if (!isReady) {
                stage.close();
            }
        }
    }

    /** Starts another application, with its arguments, which becomes a stage when it is over: {@link #awaitReady}. */
    static StageProcess begin(AppProcess.Builder builder) throws IOException {
        return new StageProcess(builder);
    }

    /** What to begin, of so many JVMs: adds to the counter A in so many threads, before it becomes a stage. */
    static AppProcess.Builder thatCounts(int jvms, int threads, int calls) {
        return AppProcess.of(Jvms.running(), "Stage", "CounterApp", "A", "" + jvms, "" + threads, "" + calls);
    }

    /** Waits until the application that it was first is over, which must not fail. */
    void awaitReady(Duration within) {
        Awaitility.await("the application to be over").atMost(within).until(this::isReadyOrDead);
        assertThat(ready).as("%s", process).isDone();
    }

    /** Whether nothing happens in it any more by itself. */
    boolean isReadyOrDead() {
        return ready.isDone() || !process.isAlive();
    }

    /** Lets it go, which must end well. */
    void end() throws IOException, InterruptedException {
        process.endInput();
        process.succeeds(Duration.ofSeconds(30));
    }

    AppProcess process() {
        return process;
    }

    /** Begins a call on a new thread, of a method as {@code Desk.text}. */
    Call call(String method, String key) throws IOException {
        Call call = new Call(String.valueOf(ids.incrementAndGet()), method);
        calls.put(call.id, call);
        process.tell("call " + call.id + " " + method + " " + key);
        return call;
    }

    /** The threads of the application that are in the agent's gate now. */
    List<String> stuck() throws IOException, InterruptedException {
        return names("stuck");
    }

    /** Returns when so many calls wait in the agent's gate. */
    void awaitAtTheGate(int calls) {
        Awaitility.await("calls at the gate")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(stuck()).hasSize(calls));
    }

    /** The names of all its threads. */
    List<String> threads() throws IOException, InterruptedException {
        return names("threads");
    }

    /** What its wall clock says, in milliseconds. */
    long clock() throws IOException, InterruptedException {
        return Long.parseLong(names("clock").get(0));
    }

    /** Questions are answered in their order. */
    private synchronized List<String> names(String question) throws IOException, InterruptedException {
        CompletableFuture<List<String>> answer = new CompletableFuture<>();
        asked.add(answer);
        process.tell(question);
        return get(answer, "the threads");
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.close();
    }

    private void hear(String line) {
        String[] words = line.split("[ \t]", 2);
        switch (words[0]) {
            case "ready":
                ready.complete(null);
                break;
            case "body":
                calls.get(words[1]).body.complete(System.nanoTime());
                break;
            case "stuck":
            case "threads":
            case "clock":
                asked.remove().complete(words[1].isEmpty() ? List.of() : List.of(words[1].split(" ")));
                break;
            case "end":
                String[] fields = words[1].replace('\u0001', '\n').split("\t", -1);
                calls.get(fields[0]).end.complete(new End(fields));
                break;
            default:
            // The application's own.
        }
    }

    private <T> T get(CompletableFuture<T> future, String what) throws InterruptedException {
        try {
            return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new AssertionError("waited in vain for " + what + " in " + process, e);
        }
    }

    /** One call under way in the application. */
    final class Call {
        private final String id;
        private final String method;
        private final CompletableFuture<Long> body = new CompletableFuture<>();
        private final CompletableFuture<End> end = new CompletableFuture<>();

        private Call(String id, String method) {
            this.id = id;
            this.method = method;
        }

        /** Waits until the method's own body has begun. */
        Call awaitBody() throws InterruptedException {
            get(CompletableFuture.anyOf(body, end), "the body of " + method);
            if (!body.isDone()) {
                throw new AssertionError("the body of " + method + " never ran: " + end.join() + " in " + process);
            }
            return this;
        }

        boolean bodyRan() {
            return body.isDone();
        }

        /** When its body began, by System.nanoTime; it has. */
        long bodyAt() {
            return body.join();
        }

        boolean hasEnded() {
            return end.isDone();
        }

        /** Lets a body that waits go on. */
        Call finish() throws IOException {
            process.tell("finish " + id);
            return this;
        }

        Call interrupt() throws IOException {
            process.tell("interrupt " + id);
            return this;
        }

        /** By Thread.stop. */
        Call stop() throws IOException {
            process.tell("stop " + id);
            return this;
        }

        /** Waits until the call is over. */
        End awaitEnd() throws InterruptedException {
            return get(end, "the end of " + method);
        }
    }

    /**
     * How a call ended, as its caller saw it.
     *
     * @param starved for how many of the milliseconds its thread was ready and got no processor, or a virtual machine's
     *     host took one
     * @param allStarved the same of all threads of its JVM together
     */
    record End(
            long millis,
            long starved,
            long allStarved,
            boolean interrupted,
            String result,
            String thrown,
            String message,
            String cause,
            String trace) {
        private End(String[] fields) {
            this(
                    Long.parseLong(fields[1]),
                    Long.parseLong(fields[2]),
                    Long.parseLong(fields[3]),
                    fields[4].equals("interrupted"),
                    fields[5].equals("returned") ? fields[6] : null,
                    fields[5].equals("threw") ? fields[6] : null,
                    fields[5].equals("threw") ? fields[7] : null,
                    fields[5].equals("threw") ? fields[8] : null,
                    fields[5].equals("threw") ? fields[9] : null);
        }
    }
}
