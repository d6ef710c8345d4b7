package io.lockgraft.store.redis;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.Whole;
import io.lockgraft.testing.store.EachKind;
import io.lockgraft.testing.store.Rivals;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Redis can be asked for: a lock of each kind. */
final class Asked {
    private final LockKind kind;

    private Asked(LockKind kind) {
        this.kind = kind;
    }

    /** A test that gets each of them; in the short form those of {@link EachKind}. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest
    @MethodSource("io.lockgraft.store.redis.Asked#each")
    @interface Each {}

    static Stream<Asked> each() {
        return Whole.isWanted() ? all() : EachKind.Kinds.all().map(Asked::new);
    }

    static Stream<Asked> all() {
        return Arrays.stream(LockKind.values()).map(Asked::new);
    }

    /** For a lease that no test waits for: what is gone has been given back. */
    Request request(String key, long waitMillis) {
        return request(Collections.singletonList(key), waitMillis);
    }

    Request request(List<String> keys, long waitMillis) {
        return Locks.request(kind, 1, keys, waitMillis, 120_000);
    }

    /** The same, of a kind that this one excludes, and that excludes this one. */
    Request rival(String key, long waitMillis) {
        return new Asked(Rivals.of(kind)).request(key, waitMillis);
    }

    @Override
    public String toString() {
        return kind.word();
    }
}
