package io.lockgraft.engine;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.GrantDouble;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client of a real store in memory, which does at once what it is asked. Of the kinds of questions that a test names,
 * the answers are held back: each reaches the engine when the test says so, on the test's thread.
 */
public class HeldBackStore implements LockStore {
    /** What a store is asked for. */
    public enum Asked {
        GRANT,
        RENEWAL,
        RELEASE
    }

    /** The kinds of questions whose answers are held back from now on. */
    public final Set<Asked> heldBack = ConcurrentHashMap.newKeySet();

    /** Requests so far. */
    public final AtomicInteger acquires = new AtomicInteger();

    /** What the engine has been granted, in that order. */
    public final List<Given> given = new CopyOnWriteArrayList<>();

    private final FaultyStore store;
    private final List<Question<?>> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger waiting = new AtomicInteger();

    public HeldBackStore(FaultyServer server) {
        this.store = new FaultyStore(server);
        // No wait of a test is to end because a thread of the test came late.
        store.patience = TimeUnit.SECONDS.toMillis(20);
    }

    /** The questions of this kind whose answers the engine has not got, the oldest first. */
    public List<Question<?>> open(Asked asked) {
        List<Question<?>> of = new ArrayList<>();
        open.forEach(each -> {
            if (each.asked == asked) {
                of.add(each);
            }
        });
        return of;
    }

    /** Number of requests that the engine waits for. */
    public int waiting() {
        return waiting.get();
    }

    @Override
    public Attempt acquire(Request request) {
        acquires.incrementAndGet();
        waiting.incrementAndGet();
        Attempt attempt = store.acquire(request);
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        // First of all that follows from the answer.
        answer.whenComplete((said, failure) -> waiting.decrementAndGet());
        Question<Answer> question = new Question<>(Asked.GRANT, request, attempt.answer(), answer);
        question.begin();
        return new Attempt() {
            @Override
            public CompletableFuture<Answer> answer() {
                return answer;
            }

            @Override
            public boolean isContended() {
                return attempt.isContended();
            }

            @Override
            public String holder() {
                return attempt.holder();
            }

            @Override
            public void abandon() {
                question.complete(Answer.unavailable(new TimeoutException("the test has held back the answer")));
                question.abandon();
                attempt.abandon();
            }
        };
    }

    @Override
    public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        List<Grant> inner = new ArrayList<>();
        grants.forEach(each -> inner.add(((Given) each).grant));
        List<CompletableFuture<Renewal>> real = store.renew(inner);
        List<CompletableFuture<Renewal>> answers = new ArrayList<>();
        for (int i = 0; i < real.size(); i++) {
            answers.add(ask(Asked.RENEWAL, grants.get(i).request(), real.get(i)));
        }
        return answers;
    }

    private <T> CompletableFuture<T> ask(Asked asked, Request request, CompletableFuture<T> real) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        new Question<>(asked, request, real, answer).begin();
        return answer;
    }

    @Override
    public long questionNanos() {
        return store.questionNanos();
    }

    @Override
    public void close() {
        store.close();
    }

    /** One question to the store, and its answer on the way back. */
    public final class Question<T> {
        private final Asked asked;
        private final Request request;
        private final CompletableFuture<T> real;
        private final CompletableFuture<T> answer;
        private boolean over;
        private Given granted;

        Question(Asked asked, Request request, CompletableFuture<T> real, CompletableFuture<T> answer) {
            this.asked = asked;
            this.request = request;
            this.real = real;
            this.answer = answer;
        }

        private void begin() {
            if (heldBack.contains(asked)) {
                open.add(this);
            } else {
                real.whenComplete((said, failure) -> complete(said));
            }
        }

        public Request request() {
            return request;
        }

        /** Whether the store has answered. */
        public boolean isReady() {
            return real.isDone();
        }

        /** Lets the store's answer through to the engine. */
        public void answer() {
            complete(real.join());
        }

        /** In place of the store's answer to a renewal or a release the engine hears that the lock is another's. */
        @SuppressWarnings("unchecked")
        public void deny() {
            complete((T) Renewal.lost());
        }

        /** The store has not said anything that could be heard. */
        public void fail(RuntimeException failure) {
            open.remove(this);
            synchronized (this) {
                over = true;
            }
            answer.completeExceptionally(failure);
        }

        private void complete(T said) {
            open.remove(this);
            T heard;
            synchronized (this) {
                if (over) {
                    return;
                }
                over = true;
                heard = said;
                if (said instanceof Answer && ((Answer) said).grant() != null) {
                    granted = new Given(((Answer) said).grant());
                    given.add(granted);
                    @SuppressWarnings("unchecked")
                    T its = (T) Answer.granted(granted);
                    heard = its;
                }
            }
            answer.complete(heard);
        }

        /** The attempt gives back what it was granted. */
        private synchronized void abandon() {
            if (granted != null) {
                granted.releases.incrementAndGet();
            }
        }

        @Override
        public String toString() {
            return asked + (isReady() ? "" : " (not answered)");
        }
    }

    /** A grant that the engine has got. */
    public final class Given extends GrantDouble {
        private final Grant grant;
        private final AtomicInteger releases = new AtomicInteger();

        Given(Grant grant) {
            super(grant.request(), grant.sentAt(), grant.token());
            this.grant = grant;
        }

        /** How often it was given back. */
        public int releases() {
            return releases.get();
        }

        @Override
        public CompletableFuture<String> lost() {
            return grant.lost();
        }

        @Override
        public CompletableFuture<Renewal> release() {
            releases.incrementAndGet();
            return ask(Asked.RELEASE, request(), grant.release());
        }

        @Override
        public CompletableFuture<Renewal> releaseAfter(long millis) {
            releases.incrementAndGet();
            return ask(Asked.RELEASE, request(), grant.releaseAfter(millis));
        }
    }
}
