package io.lockgraft.engine.call;

import io.lockgraft.bootstrap.LockGate;
import io.lockgraft.bootstrap.LockedBlock;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.engine.later.EnclosingCall;
import io.lockgraft.language.expression.Condition;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** The ways in which a call may have its hold, or none, while rules are read again. */
enum SwappedCall {
    PLAIN {
        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token token = scene.enter("pay", order);
            return () -> exit(token);
        }
    },
    ENDED_BY_ANOTHER_THREAD {
        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token token = scene.enter("pay", order);
            return () -> scene.onOtherThread(() -> exit(token));
        }
    },
    ASKED_AT_ITS_END {
        @Override
        void putRules(Scene scene) {
            scene.put("pay", rule().onLost(OnLost.THROW));
        }
    },
    FENCED {
        @Override
        void putRules(Scene scene) {
            scene.put("pay", rule().lock(LockKind.FENCED));
        }
    },
    SEMAPHORE {
        @Override
        void putRules(Scene scene) {
            scene.put("pay", rule().lock(LockKind.SEMAPHORE).permits(2));
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            return scene.enterByTwo(order);
        }
    },
    SHARED_BY_READERS {
        @Override
        void putRules(Scene scene) {
            scene.put("pay", rule().lock(LockKind.READ));
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            return scene.enterByTwo(order);
        }
    },
    SEVERAL_KEYS {
        @Override
        void putRules(Scene scene) {
            scene.put("pay", rule("PAY:{p0}", "LOG:{p0}"));
        }
    },
    NESTED {
        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token outer = scene.enter("pay", order);
            Token inner = scene.enter("pay", order);
            return () -> {
                exit(inner);
                exit(outer);
            };
        }
    },
    PARTLY_NESTED {
        @Override
        void putRules(Scene scene) {
            scene.put("pay", rule());
            scene.put("log", rule("PAY:{p0}", "LOG:{p0}"));
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token outer = scene.enter("pay", order);
            Token inner = scene.enter("log", order);
            return () -> {
                exit(inner);
                exit(outer);
            };
        }
    },
    HANDED_OVER {
        @Override
        void putRules(Scene scene) {
            scene.put("pay", rule().handoff(new Handoff(64, Duration.ofMinutes(5))));
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token first = scene.enter("pay", order);
            CompletableFuture<Token> next = scene.waitOnOtherThread("pay", order);
            exit(first);
            Token token = Scene.get(next);
            return () -> exit(token);
        }
    },
    HANDED_OVER_AFTER_THE_SWAP {
        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token first = scene.enter("pay", order);
            CompletableFuture<Token> next = scene.waitOnOtherThread("pay", order);
            return () -> {
                exit(first);
                exit(Scene.get(next));
            };
        }
    },
    LINGERING(false) {
        @Override
        void putRules(Scene scene) {
            scene.put("pay", rule().linger(Duration.ofSeconds(2)));
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            exit(scene.enter("pay", order));
            return () -> {};
        }
    },
    IN_A_TRANSACTION {
        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token token = scene.enter("pay", order);
            Task transaction = scene.exitIn(token);
            return transaction::over;
        }
    },
    RETURNING_INTO_A_TRANSACTION_AFTER_THE_SWAP {
        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token token = scene.enter("pay", order);
            return () -> {
                Task transaction = scene.exitIn(token);
                scene.mustHold("PAY:" + order);
                transaction.over();
            };
        }
    },
    KEPT_BY_A_FUTURE {
        @Override
        End begin(Scene scene, String order) throws Throwable {
            CompletableFuture<String> result = new CompletableFuture<>();
            LockGate.exit(scene.enter("pay", order), result, null);
            return () -> result.complete("paid");
        }
    },
    RETURNING_A_FUTURE_AFTER_THE_SWAP {
        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token token = scene.enter("pay", order);
            return () -> {
                CompletableFuture<String> result = new CompletableFuture<>();
                LockGate.exit(token, result, null);
                scene.mustHold("PAY:" + order);
                result.complete("paid");
            };
        }
    },
    SUBSCRIBED {
        @Override
        void putRules(Scene scene) {
            scene.put("describe", rule());
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            MonoSink<Object> work = scene.subscribe(scene.describe(order));
            return work::success;
        }
    },
    /** What was made of the call belongs to it: its lock is taken under the rules of the call. */
    SUBSCRIBED_AFTER_THE_SWAP(false) {
        @Override
        void putRules(Scene scene) {
            scene.put("describe", rule());
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            Described described = scene.describe(order);
            return () -> {
                MonoSink<Object> work = scene.subscribe(described);
                scene.mustHold("PAY:" + order);
                work.success();
            };
        }
    },
    SUBSCRIPTION_THAT_WAITED_OVER_THE_SWAP {
        @Override
        void putRules(Scene scene) {
            scene.put("pay", rule());
            scene.put("describe", rule());
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token first = scene.enter("pay", order);
            Described described = scene.describe(order);
            described.guarded.subscribe();
            return () -> {
                exit(first);
                Scene.get(described.begun).success();
            };
        }
    },
    /** Takes its lock for the method, and each time that the result is called. */
    RETURNING_A_CALLABLE {
        @Override
        void putRules(Scene scene) {
            scene.put("prepare", rule());
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token token = scene.enter("prepare", order);
            return () -> {
                Callable<Object> body = () -> {
                    scene.mustHold("PAY:" + order);
                    return null;
                };
                ((Callable<?>) LockGate.exit(token, body, null)).call();
            };
        }
    },
    ON_AN_EVENT_LOOP {
        @Override
        void putRules(Scene scene) {
            scene.put("payOnLoop", rule());
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            CompletableFuture<?> promised = scene.onLoop(order);
            CompletableFuture<String> work = scene.body();
            return () -> {
                work.complete("paid");
                Scene.get(promised);
            };
        }
    },
    /** The method itself is called after the swap, and its entry finds the lock that was taken for it. */
    ON_AN_EVENT_LOOP_WAITING_OVER_THE_SWAP {
        @Override
        void putRules(Scene scene) {
            scene.put("pay", rule());
            scene.put("payOnLoop", rule());
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token first = scene.enter("pay", order);
            CompletableFuture<?> promised = scene.onLoop(order);
            return () -> {
                exit(first);
                CompletableFuture<String> work = scene.body();
                scene.mustHold("PAY:" + order);
                work.complete("paid");
                Scene.get(promised);
            };
        }
    },
    AHEAD_OF_ITS_METHOD {
        @Override
        void putRules(Scene scene) {
            scene.put("pay", rule());
            scene.watch(
                    "intercept",
                    (locks, self, arguments) -> locks.enterAhead(Scene.Shop.class, Scene.Shop.PAY, self, arguments));
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token around = scene.enter("intercept", order);
            return () -> {
                exit(scene.enter("pay", order));
                scene.mustHold("PAY:" + order);
                exit(around);
            };
        }
    },
    UNTIL_THE_END_OF_AN_ENCLOSING_CALL {
        @Override
        void putRules(Scene scene) throws Exception {
            Until until = Until.endOf(MethodPattern.parse("com.shop.UnitOfWork.run(..)"));
            scene.put("pay", rule().hold(Duration.ZERO, null, OnExceeded.WARN, until));
            scene.watch("intercept", EnclosingCall.watch(until));
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token unit = scene.enter("intercept", order);
            exit(scene.enter("pay", order));
            return () -> exit(unit);
        }
    },
    UNDER_SEVERAL_RULES {
        @Override
        void putRules(Scene scene) {
            scene.put("pay", named("outer", "OUTER:{p0}"), named("inner", "INNER:{p0}"));
        }
    },
    AFTER_ANOTHER_TRY {
        @Override
        void putRules(Scene scene) {
            Outcome again = new Outcome.Retry(1_000_000, Duration.ofMillis(1), Duration.ofMillis(1), Outcome.THROW);
            scene.put("pay", rule());
            scene.put("log", rule().waiting(Duration.ZERO).onBusy(again));
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            Token token = scene.enterAtALaterTry(order);
            return () -> exit(token);
        }
    },
    UNLOCKED_BECAUSE_THE_KEY_IS_BUSY {
        @Override
        void putRules(Scene scene) {
            scene.put("pay", rule());
            scene.put("log", rule().waiting(Duration.ZERO).onBusy(Outcome.PROCEED));
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            return scene.besideHolder(order);
        }
    },
    REPLACED_BECAUSE_THE_KEY_IS_BUSY {
        @Override
        void putRules(Scene scene) {
            scene.put("pay", rule());
            scene.put("log", rule().waiting(Duration.ZERO).onBusy(Outcome.SKIP));
        }

        @Override
        End begin(Scene scene, String order) throws Throwable {
            return scene.besideHolder(order);
        }
    },
    UNLOCKED_BECAUSE_OF_ITS_CONDITION(false) {
        @Override
        void putRules(Scene scene) throws Exception {
            scene.put("pay", rule().when(Condition.parse("p0 == ''")));
        }
    },
    IN_A_BLOCK {
        @Override
        End begin(Scene scene, String order) throws Throwable {
            Object token = LockedBlock.lock("PAY:" + order, Scene.BLOCK);
            return () -> LockedBlock.unlock(token);
        }
    };

    /** Ends what {@link #begin} began. */
    interface End {
        void end() throws Throwable;
    }

    /** Completed by a test. */
    static final class Task extends Work {
        @Override
        protected String told() {
            return "the end of the test";
        }
    }

    /** What a call has returned, and the work that it describes, once it has begun. */
    static final class Described {
        final CompletableFuture<MonoSink<Object>> begun = new CompletableFuture<>();
        Mono<?> guarded;
    }

    /** Whether a lock is held for it when the rules are read again. */
    final boolean holds;

    SwappedCall() {
        this(true);
    }

    SwappedCall(boolean holds) {
        this.holds = holds;
    }

    void putRules(Scene scene) throws Exception {
        scene.put("pay", rule());
    }

    /** Brings one call to where it is when the rules are read again. */
    End begin(Scene scene, String order) throws Throwable {
        Token token = scene.enter("pay", order);
        return () -> exit(token);
    }

    static Object exit(Token token) {
        return LockGate.exit(token, null, null);
    }

    static RuleBuilder rule() {
        return rule("PAY:{p0}");
    }

    static RuleBuilder rule(String... keys) {
        return Woven.rule(keys).namespace("").waiting(Duration.ofMinutes(4));
    }

    static RuleBuilder named(String name, String key) {
        return RuleBuilder.named(name).keys(Woven.rule(key).build().keys()).namespace("");
    }
}
