package io.lockgraft.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names what this test shows: rows of docs/SAFETY.md by their first column, without links. The class {@code
 * PromisesTest} makes docs/TESTS.md of these, and holds that each row has a test in the short form.
 */
@Retention(RetentionPolicy.SOURCE)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Shows {
    String[] value();
}
