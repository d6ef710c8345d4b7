package io.lockgraft.benchmarks.contender;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What an annotation library lets its user write; the key is SpEL. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface DistributedLock {
    /** Gives the lock's name; for {@link Type#EACH} the names. */
    String key();

    Type type() default Type.ALONE;

    /** What is taken. */
    enum Type {
        ALONE,
        READ,
        WRITE,
        EACH
    }
}
