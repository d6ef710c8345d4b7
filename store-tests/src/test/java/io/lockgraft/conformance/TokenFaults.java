package io.lockgraft.conformance;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Faults in fence tokens. Each of these stores counts them itself, and for one key at a time. */
final class TokenFaults {
    private TokenFaults() {}

    /** Makes the grants of a store that counts. */
    private abstract static class Counting extends DamagedStore {
        Counting(LockStore sound) {
            super(sound);
        }

        abstract long next(String key, Grant sound);

        void released(String key, long token) {}

        @Override
        Grant damage(Grant sound) {
            if (sound.request().kind() != LockKind.FENCED) {
                return super.damage(sound);
            }
            String key = sound.request().keys().get(0);
            long token = next(key, sound);
            return new DamagedGrant(sound) {
                @Override
                public long token() {
                    return token;
                }

                @Override
                public CompletableFuture<Renewal> release() {
                    released(key, token);
                    return super.release();
                }
            };
        }
    }

    static final class EachJvmCountsForItself extends OnDamagedStore {
        @Override
        LockStore damaged(LockStore sound) {
            Map<String, Long> last = new ConcurrentHashMap<>();
            return new Counting(sound) {
                @Override
                long next(String key, Grant granted) {
                    return last.merge(key, 1L, Long::sum);
                }
            };
        }
    }

    static final class TellsATokenBeforeItIsStored extends OnDamagedStore {
        private final Map<String, Long> stored = new ConcurrentHashMap<>();

        @Override
        LockStore damaged(LockStore sound) {
            return new Counting(sound) {
                @Override
                long next(String key, Grant granted) {
                    return stored.getOrDefault(key, 0L) + 1;
                }

                @Override
                void released(String key, long token) {
                    stored.merge(key, token, Math::max);
                }
            };
        }
    }

    static final class CountsAnewForAKeyThatWasFree extends OnDamagedStore {
        private final Map<String, Long> last = new ConcurrentHashMap<>();

        @Override
        LockStore damaged(LockStore sound) {
            return new Counting(sound) {
                @Override
                long next(String key, Grant granted) {
                    return last.merge(key, 1L, Long::sum);
                }

                @Override
                void released(String key, long token) {
                    last.remove(key);
                }
            };
        }
    }

    static final class CountsAnewBehindALease extends OnDamagedStore {
        private final Map<String, Long> last = new ConcurrentHashMap<>();
        private final Map<String, Long> ends = new ConcurrentHashMap<>();

        @Override
        LockStore damaged(LockStore sound) {
            return new Counting(sound) {
                @Override
                long next(String key, Grant granted) {
                    Long end = ends.put(key, granted.sentAt() + MILLISECONDS.toNanos(granted.leaseMillis()));
                    if (end != null && granted.sentAt() - end >= 0) {
                        last.remove(key);
                    }
                    return last.merge(key, 1L, Long::sum);
                }
            };
        }
    }

    static final class CountsAnewBehindAStore extends OnDamagedStore {
        private final Map<String, Long> last = new ConcurrentHashMap<>();

        @Override
        LockStore damaged(LockStore sound) {
            return new Counting(sound) {
                @Override
                long next(String key, Grant granted) {
                    return last.merge(key, 1L, Long::sum);
                }

                @Override
                public void close() {
                    last.clear();
                    super.close();
                }
            };
        }
    }
}
