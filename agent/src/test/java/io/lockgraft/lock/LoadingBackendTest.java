package io.lockgraft.lock;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.backend.Answer;
import io.lockgraft.backend.Attempt;
import io.lockgraft.backend.Backend;
import io.lockgraft.backend.Grant;
import io.lockgraft.backend.Request;
import io.lockgraft.expression.Access;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A backend that is still loading says only from one moment to the next that its answer may take longer. */
@Timeout(60)
final class LoadingBackendTest {
    static final class Shop {
        static void pay(String order) {}
    }

    /** Says after half a second that the lock is held, and until then, each time, to wait 20 ms more. */
    private static final class Loading implements Backend {
        private final long loaded = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);

        @Override
        public Attempt acquire(Request request) {
            CompletableFuture<Answer> answer = new CompletableFuture<Answer>()
                    .completeOnTimeout(Answer.busy(), loaded - System.nanoTime(), TimeUnit.NANOSECONDS);
            return new Attempt() {
                @Override
                public CompletableFuture<Answer> answer() {
                    return answer;
                }

                @Override
                public boolean isContended() {
                    return false;
                }

                @Override
                public void abandon() {}
            };
        }

        @Override
        public long lastAnswer(long deadline) {
            long now = System.nanoTime();
            return now - loaded < TimeUnit.SECONDS.toNanos(10) ? now + TimeUnit.MILLISECONDS.toNanos(20) : deadline;
        }

        @Override
        public List<CompletableFuture<Boolean>> renew(List<? extends Grant> grants) {
            return Collections.emptyList();
        }

        @Override
        public void close() {}
    }

    @Test
    void isAskedAgainAndAgainHowLongItMayTake() {
        Sites sites = new Sites();
        LockEngine engine = new LockEngine(sites, Loading::new, Access.NONE);
        int site = sites.add(
                Woven.rule("PAY:{p0}").waiting(Duration.ZERO).build(),
                Woven.method(Shop.class, "pay"),
                Shop.class.getClassLoader(),
                null);

        assertThatThrownBy(() -> engine.enter(site, null, new Object[] {"42"})).isInstanceOf(LockBusyException.class);

        engine.close();
    }
}
