package io.lockgraft.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names a mechanism that this test guards: the test was seen to fail when the mechanism was taken out. The class {@code
 * FailsWithoutTest} holds that its place is there, and lists all of them in agent/target/fails-without.md.
 */
@Retention(RetentionPolicy.SOURCE)
@Target({ElementType.METHOD, ElementType.TYPE})
@Repeatable(FailsWithout.All.class)
public @interface FailsWithout {
    /**
     * The mechanism in words, beginning with its place in backticks: a class, a class and a member as in {@code
     * Gate#accept}, or a script.
     */
    String value();

    /** Several of them on one test; the compiler writes it. */
    @Retention(RetentionPolicy.SOURCE)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @interface All {
        FailsWithout[] value();
    }
}
