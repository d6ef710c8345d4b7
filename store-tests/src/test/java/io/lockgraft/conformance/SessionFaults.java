package io.lockgraft.conformance;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.session.Place;
import io.lockgraft.spi.session.Session;
import io.lockgraft.testing.session.ServedClient;
import io.lockgraft.testing.session.ServedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Faults in what a store makes of its session. */
final class SessionFaults {
    private SessionFaults() {}

    static final class IgnoresTheEnd extends OnServedStore {
        @Override
        ServedClient client(ServedStore store, Session session) {
            return new ServedClient(store, session) {
                @Override
                protected void over() {}

                @Override
                public CompletableFuture<Long> prove(Collection<Place> held) {
                    return CompletableFuture.completedFuture(System.nanoTime());
                }
            };
        }
    }

    static final class TellsOneGrantAlone extends OnServedStore {
        @Override
        LockStore damaged(ServedStore sound) {
            AtomicInteger grants = new AtomicInteger();
            return new DamagedStore(sound) {
                @Override
                Grant damage(Grant sound) {
                    boolean isTold = grants.getAndIncrement() == 1; // behind the one that connects
                    return new DamagedGrant(sound) {
                        @Override
                        public CompletableFuture<String> lost() {
                            return isTold ? super.lost() : new CompletableFuture<>();
                        }
                    };
                }
            };
        }
    }

    static final class KeepsEntriesBehindTheirSession extends OnServedStore {
        KeepsEntriesBehindTheirSession() {
            server.keepEntries();
        }
    }

    static final class ReplacesItsSession extends OnServedStore {
        @Override
        ServedClient client(ServedStore store, Session session) {
            return new ServedClient(store, session) {
                @Override
                protected void over() {
                    try {
                        connect();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }

                @Override
                protected void changed() {}

                @Override
                public CompletableFuture<Long> prove(Collection<Place> held) {
                    return super.prove(Collections.emptyList());
                }
            };
        }
    }

    static final class EndsItsWaitsWithTheSession extends OnServedStore {
        private final Set<ServedStore> begun = ConcurrentHashMap.newKeySet();

        @Override
        ServedClient client(ServedStore store, Session session) throws Exception {
            if (!begun.add(store)) {
                throw new Answer.Refusal("one session is enough", null);
            }
            return super.client(store, session);
        }
    }

    static final class TellsALossTooLate extends OnServedStore {
        @Override
        ServedClient client(ServedStore store, Session session) {
            return new ServedClient(store, session) {
                @Override
                protected long leaseNanos(long sessionMillis) {
                    return 4 * super.leaseNanos(sessionMillis);
                }
            };
        }
    }

    static final class GivesUpWhatIsSilent extends OnServedStore {
        @Override
        ServedClient client(ServedStore store, Session session) {
            return new ServedClient(store, session) {
                @Override
                protected void cutOff() {
                    session.end(new IOException("the network is cut"));
                }
            };
        }
    }

    static final class WaitsOnWhenTheJvmEnds extends OnServedStore {
        @Override
        LockStore damaged(ServedStore sound) {
            return new DamagedStore(sound) {
                @Override
                public CompletableFuture<?> endWaiting() {
                    return CompletableFuture.completedFuture(null);
                }
            };
        }
    }

    static final class AnswersWaitsWhenTheJvmEnds extends OnServedStore {
        @Override
        LockStore damaged(ServedStore sound) {
            return new DamagedStore(sound) {
                private final List<CompletableFuture<Answer>> answers = new CopyOnWriteArrayList<>();

                @Override
                public Attempt acquire(Request request) {
                    CompletableFuture<Answer> answer = new CompletableFuture<>();
                    answers.add(answer);
                    Attempt attempt = super.acquire(request);
                    attempt.answer().thenAccept(answer::complete);
                    return new DamagedAttempt(attempt) {
                        @Override
                        public CompletableFuture<Answer> answer() {
                            return answer;
                        }
                    };
                }

                @Override
                public CompletableFuture<?> endWaiting() {
                    return super.endWaiting().whenComplete((ended, failed) -> {
                        Answer answer = Answer.unavailable(new IllegalStateException("the JVM ends"));
                        answers.forEach(each -> each.complete(answer));
                    });
                }
            };
        }
    }

    static final class LeavesItsSessionWhenItCloses extends OnServedStore {
        @Override
        ServedClient client(ServedStore store, Session session) {
            return new ServedClient(store, session) {
                @Override
                public void end() {}
            };
        }
    }
}
