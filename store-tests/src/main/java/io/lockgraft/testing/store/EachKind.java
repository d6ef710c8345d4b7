package io.lockgraft.testing.store;

import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.Whole;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test that gets each kind of lock; in the short form one for each way in which Redis keeps them: a hash, a hash
 * with a
 * queue in front, and permits.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@MethodSource("io.lockgraft.testing.store.EachKind$Kinds#all")
public @interface EachKind {
    /** Which there are. */
    final class Kinds {
        private Kinds() {}

        public static Stream<LockKind> all() {
            return Whole.isWanted()
                    ? Stream.of(LockKind.values())
                    : Stream.of(LockKind.EXCLUSIVE, LockKind.WRITE, LockKind.SEMAPHORE);
        }
    }
}
