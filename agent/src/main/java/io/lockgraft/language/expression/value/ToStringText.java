package io.lockgraft.language.expression.value;

import io.lockgraft.language.type.TypeNames;
import java.util.regex.Pattern;

/** The text of a value's toString, if it is the same in every JVM. */
public final class ToStringText {
    private static final String LAMBDA = "$$Lambda";
    private static final Pattern HASH_ALONE = Pattern.compile("@\\p{javaLetterOrDigit}*");

    /** Why no value of a class has such a text; empty where its text has to be seen. */
    private static final ClassValue<String> PROBLEMS = new ClassValue<String>() {
        @Override
        protected String computeValue(Class<?> type) {
            Class<?> declaring;
            try {
                declaring = type.getMethod("toString").getDeclaringClass();
            } catch (NoSuchMethodException | LinkageError unreadable) {
                declaring = Object.class;
            }
            if (declaring == Object.class) {
                return none(type.getName());
            }
            String problem = TypeNames.isOfJdk(declaring.getName()) ? JvmBoundTypes.problem(type) : null;
            return problem == null ? "" : problem;
        }
    };

    private ToStringText() {}

    static String of(Object value) {
        String problem = PROBLEMS.get(value.getClass());
        if (!problem.isEmpty()) {
            throw new EvaluationException(problem);
        }
        String text = value.toString();
        // A CharSequence is the application's own text, as a String is.
        if (text != null && text.indexOf('@') >= 0 && !(value instanceof CharSequence)) {
            requireStable(text, value.getClass());
        }
        return text;
    }

    /** Returns the text of {@code a.toString()} in an expression. */
    public static String said(Object value) {
        return value instanceof CharSequence ? value.toString() : of(value);
    }

    private static void requireStable(String text, Class<?> type) {
        String name = IdentityHash.nameIn(text);
        if (name == null) {
            return;
        }
        // The text of Object and no more: its own, or that of the object behind a proxy.
        if (text.startsWith(name)
                && HASH_ALONE.matcher(text.substring(name.length())).matches()) {
            throw new EvaluationException(none(name));
        }
        throw new EvaluationException(TypeNames.simple(type.getName()) + " has a text that differs from JVM to JVM: "
                + (name.startsWith("[") ? name.replace('$', '.') : TypeNames.simple(name))
                + " stands in it with its hash; name a property of it");
    }

    private static String none(String className) {
        int lambda = className.indexOf(LAMBDA);
        String named = lambda < 0
                ? TypeNames.simple(className)
                : "a lambda of " + TypeNames.simple(className.substring(0, lambda));
        return named + " has no text of its own; name a property of it";
    }
}
