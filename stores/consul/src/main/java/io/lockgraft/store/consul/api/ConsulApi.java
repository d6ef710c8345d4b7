package io.lockgraft.store.consul.api;

import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.store.consul.settings.ConsulSettings;
import io.lockgraft.store.http.HttpAnswer;
import io.lockgraft.store.http.HttpCall;
import io.lockgraft.store.http.HttpClient;
import io.lockgraft.store.http.HttpRequest;
import io.lockgraft.store.http.JsonObject;
import io.lockgraft.store.http.JsonReader;
import io.lockgraft.store.http.JsonWriter;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Consul's HTTP API, asked on threads of its own. The session's questions have one for themselves, and those of owners
 * that have a key have some, so that none of them waits behind those that want one. A future fails with what
 * {@link Failures} makes of an answer that is none.
 */
public final class ConsulApi {
    private static final int QUESTIONS = 8;
    private static final int HOLDERS = 8;

    /** A server takes 200 connections from one address, some versions 100, and closes the others. */
    public static final int MOST_WATCHES = 32;

    private static final long LONGEST_ANSWER = TimeUnit.SECONDS.toNanos(5);

    /** The server ends a blocking query after this time and up to a sixteenth more. */
    private static final long WATCH_SECONDS = 60;

    private static final int IDLE_SECONDS = 5;

    private final HttpClient http;
    private final String token;
    private final Failures failures;
    private final Runnable sessionGone;
    private final long timeout;
    private final ThreadPoolExecutor session;
    private final ThreadPoolExecutor questions;
    private final ThreadPoolExecutor holders;
    private final ThreadPoolExecutor watches;

    /** @param sessionGone runs when Consul says that it does not know the session */
    public ConsulApi(ConsulSettings settings, DaemonThreads threads, Runnable sessionGone)
            throws IOException, GeneralSecurityException {
        this.http = new HttpClient(Collections.singletonList(settings.address()), settings.tls());
        this.token = settings.token();
        this.failures = new Failures(settings);
        this.sessionGone = sessionGone;
        this.timeout = Math.min(LONGEST_ANSWER, settings.sessionTtl().toNanos() / 3);
        this.session = pool(1, 1, new LinkedBlockingQueue<>(), threads);
        this.questions = pool(QUESTIONS, QUESTIONS, new LinkedBlockingQueue<>(), threads);
        this.holders = pool(HOLDERS, HOLDERS, new LinkedBlockingQueue<>(), threads);
        this.watches = pool(0, MOST_WATCHES, new SynchronousQueue<>(), threads);
        session.allowCoreThreadTimeOut(true);
        questions.allowCoreThreadTimeOut(true);
        holders.allowCoreThreadTimeOut(true);
    }

    private static ThreadPoolExecutor pool(
            int least, int most, BlockingQueue<Runnable> waiting, DaemonThreads threads) {
        return new ThreadPoolExecutor(least, most, IDLE_SECONDS, TimeUnit.SECONDS, waiting, threads);
    }

    /** Makes a session; completes with its id. */
    public CompletableFuture<String> create(Map<String, Object> session) {
        return ask(this.session, () -> {
            HttpAnswer answer = checked(sessionRequest("create", JsonWriter.write(session)));
            return JsonObject.read(answer.body()).text("ID");
        });
    }

    /** Completes with false where there is no such session. */
    public CompletableFuture<Boolean> renew(String id) {
        return ask(session, () -> checked(sessionRequest("renew/" + id, "")).status() != 404);
    }

    /** Takes these steps, or none of them. Waits with the questions of owners that want a key. */
    public CompletableFuture<Outcome> all(Transaction steps) {
        return ask(questions, () -> outcome(steps));
    }

    /** As {@link #all}, on the threads of holders: for an owner that has a key, or gives one back. */
    public CompletableFuture<Outcome> allOfHolder(Transaction steps) {
        return ask(holders, () -> outcome(steps));
    }

    /** As {@link #all}. Fails with a {@link NotSentException} where the steps are not wanted when their turn comes. */
    public CompletableFuture<Outcome> allIf(BooleanSupplier wanted, Transaction steps) {
        return ask(questions, () -> {
            NotSentException.unless(wanted);
            return outcome(steps);
        });
    }

    /**
     * Reads, as no earlier than the question, all entries whose names begin so. Waits with the questions of owners that
     * want a key.
     */
    public CompletableFuture<Tree> read(String beginning) {
        return ask(questions, () -> all(beginning));
    }

    /** As {@link #read}, on the threads of holders. */
    public CompletableFuture<Tree> readOfHolder(String beginning) {
        return ask(holders, () -> all(beginning));
    }

    /** As {@link #read}. Fails with a {@link NotSentException} where it is not wanted when its turn comes. */
    public CompletableFuture<Tree> readIf(BooleanSupplier wanted, String beginning) {
        return ask(questions, () -> {
            NotSentException.unless(wanted);
            return all(beginning);
        });
    }

    private Tree all(String beginning) throws IOException {
        return tree(checked(get(beginning, "?recurse&consistent")));
    }

    /**
     * Reads, as no earlier than the question, the entry of this name, on the threads of holders.
     *
     * @return an absent entry where there is none
     */
    public CompletableFuture<KvEntry> readOne(String name) {
        return ask(holders, () -> {
            Collection<KvEntry> found = tree(checked(get(name, "?consistent"))).entries();
            return found.isEmpty() ? KvEntry.absent(name) : found.iterator().next();
        });
    }

    /** Counts the folders below this one. */
    public CompletableFuture<Integer> count(String beginning) {
        return ask(questions, () -> {
            HttpAnswer answer = checked(get(beginning, "?keys&separator=/&consistent"));
            return answer.status() == 404 ? 0 : ((List<?>) JsonReader.read(answer.body())).size();
        });
    }

    /** The asked agent's clock, in milliseconds since 1970. */
    public CompletableFuture<Long> time() {
        return ask(questions, () -> AgentTime.of(checked(request(HttpRequest.get("/v1/status/leader")))));
    }

    /** The version of the asked agent. Needs a right that locks do not. */
    public CompletableFuture<String> version() {
        return ask(
                questions,
                () -> JsonObject.read(checked(request(HttpRequest.get("/v1/agent/self")))
                                .body())
                        .object("Config")
                        .text("Version"));
    }

    /** The last words of a session, on the calling thread. */
    public void end(Iterable<Transaction> steps, String id) throws IOException {
        try {
            for (Transaction each : steps) {
                outcome(each);
            }
        } finally {
            checked(sessionRequest("destroy/" + id, ""));
        }
    }

    /**
     * A watch that waits, once it {@linkplain #begin begins}, for the next change of these entries behind that write.
     *
     * @param below false for the entry of this name, true for all whose names begin so
     * @param told is called once, on another thread: with true when something may have changed, with false when the
     *     watch has failed
     */
    public Watch watch(String name, boolean below, long index, Consumer<Boolean> told) {
        String query = (below ? "?recurse&" : "?") + "index=" + index + "&wait=" + WATCH_SECONDS + 's';
        long most = TimeUnit.SECONDS.toNanos(WATCH_SECONDS + WATCH_SECONDS / 16) + LONGEST_ANSWER;
        HttpCall call = http.call(get(name, query).timeout(most));
        return new Watch(name, call, told);
    }

    /** Returns false, with the watch closed, where there are too many of them by now. */
    public boolean begin(Watch watch) {
        try {
            watches.execute(watch);
            return true;
        } catch (RejectedExecutionException tooMany) {
            watch.close();
            return false;
        }
    }

    private Outcome outcome(Transaction steps) throws IOException {
        String path = steps.writes() ? "/v1/txn" : "/v1/txn?consistent";
        HttpAnswer answer = http.ask(request(HttpRequest.put(path, steps.json())));
        if (answer.status() == 404) {
            throw failures.tooOld();
        }
        if (answer.status() != 409) {
            failures.check(answer);
        }
        Outcome outcome = new Outcome(JsonObject.read(answer.body()));
        for (String reason : outcome.failures().values()) {
            if (reason.startsWith("invalid session")) {
                sessionGone.run();
                throw new IOException("Consul has ended the session");
            }
            failures.checkStep(reason);
        }
        return outcome;
    }

    private static Tree tree(HttpAnswer answer) throws IOException {
        List<KvEntry> entries = new ArrayList<>();
        if (answer.status() != 404) {
            JsonObject.readAll(answer.body()).forEach(each -> entries.add(KvEntry.of(each)));
        }
        String index = answer.header("X-Consul-Index");
        return new Tree(entries, index != null && index.matches("[0-9]{1,18}") ? Long.parseLong(index) : 0);
    }

    /** @param name as it stands in a URL, too: all names are of plain characters */
    private HttpRequest get(String name, String query) {
        return request(HttpRequest.get("/v1/kv/" + name + query));
    }

    private HttpRequest sessionRequest(String command, String body) {
        return request(HttpRequest.put("/v1/session/" + command, body));
    }

    private HttpRequest request(HttpRequest plain) {
        HttpRequest timed = plain.timeout(timeout);
        return token == null ? timed : timed.header("X-Consul-Token", token);
    }

    /** The answer, also where it says that there is nothing. */
    private HttpAnswer checked(HttpRequest request) throws IOException {
        HttpAnswer answer = http.ask(request);
        if (answer.status() != 404) {
            failures.check(answer);
        }
        return answer;
    }

    private interface Question<T> {
        T ask() throws IOException;
    }

    private static <T> CompletableFuture<T> ask(ThreadPoolExecutor on, Question<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            on.execute(() -> {
                T said;
                try {
                    said = question.ask();
                } catch (Throwable e) { // also no memory: somebody waits for an answer
                    answer.completeExceptionally(Failures.unwrapped(e));
                    return;
                }
                answer.complete(said);
            });
        } catch (RejectedExecutionException closed) {
            answer.completeExceptionally(new IOException("the session is over"));
        } catch (Throwable noThread) {
            answer.completeExceptionally(noThread);
        }
        return answer;
    }

    /** Breaks off all questions. */
    public void close() {
        http.close();
        session.shutdown();
        questions.shutdown();
        holders.shutdown();
        watches.shutdown();
    }
}
