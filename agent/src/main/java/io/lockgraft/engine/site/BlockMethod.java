package io.lockgraft.engine.site;

import static io.lockgraft.rules.RuleSetting.ON_BUSY;
import static io.lockgraft.rules.RuleSetting.ON_MISSING_KEY;
import static io.lockgraft.rules.RuleSetting.ON_UNAVAILABLE;
import static io.lockgraft.rules.RuleSetting.WHEN;

import io.lockgraft.api.Locks;
import io.lockgraft.engine.outcome.OutcomeCheck;
import io.lockgraft.language.expression.Condition;
import io.lockgraft.language.expression.Template;
import io.lockgraft.language.type.AnnotationShape;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.text.SyntaxException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Stands for the locked method where a program asks for a rule by its name, through {@link Locks}. */
final class BlockMethod {
    static final String CALL = "call";
    static final String LOCK = "lock";

    private static final String KEY = "key";

    private BlockMethod() {}

    /** @param form the method of {@link Locks} that the program calls */
    static MethodShape method(Rule rule, String form) {
        return form.equals(LOCK)
                ? method(form, KEY, "java.lang.String")
                : method(form, rule.argument(), "java.lang.Object");
    }

    static List<Template> keys(Rule rule, String form) {
        return form.equals(LOCK) ? Collections.singletonList(givenKey()) : rule.keys();
    }

    /** A program that names the key has decided already. */
    static Condition when(Rule rule, String form) {
        return form.equals(LOCK) ? null : rule.get(WHEN);
    }

    /** Template of a block whose program gives the key itself. */
    private static Template givenKey() {
        try {
            return Template.parse('{' + KEY + '}');
        } catch (SyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @param argument null: it takes none */
    private static MethodShape method(String form, String argument, String type) {
        boolean returns = form.equals(CALL);
        List<String> names = argument == null ? Collections.<String>emptyList() : Collections.singletonList(argument);
        String descriptor = (argument == null ? "()" : "(L" + type.replace('.', '/') + ";)")
                + (returns ? "Ljava/lang/Object;" : "V");
        return new MethodShape(
                Locks.class.getName(),
                form,
                descriptor,
                Modifier.PUBLIC | Modifier.STATIC,
                names,
                returns
                        ? Arrays.asList("java.lang.Exception", "java.lang.InterruptedException")
                        : Collections.<String>emptyList(),
                Collections.<AnnotationShape>emptyList(),
                null,
                Collections.<AnnotationShape>emptyList(),
                null);
    }

    /**
     * The class that stands for the one that declares a method: the outcomes' classes are found from there, and what is
     * bound to them is kept there, so that it is collected with their loader. Of those that the outcomes name it is one
     * that sees the others.
     *
     * @param loader of the program's own code
     */
    static Class<?> home(Rule rule, ClassLoader loader) {
        Class<?> home = Locks.class;
        for (Outcome each : Arrays.asList(rule.get(ON_BUSY), rule.get(ON_UNAVAILABLE), rule.get(ON_MISSING_KEY))) {
            Outcome last = OutcomeCheck.last(each);
            Class<?> named =
                    last instanceof Outcome.ThrowOwn ? find(((Outcome.ThrowOwn) last).exception(), loader) : null;
            if (named != null && isAbove(home.getClassLoader(), named.getClassLoader())) {
                home = named;
            }
        }
        return home;
    }

    private static Class<?> find(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            // The binding tells it.
            return null;
        }
    }

    private static boolean isAbove(ClassLoader above, ClassLoader loader) {
        for (ClassLoader each = loader; each != null; each = each.getParent()) {
            if (each == above) {
                return true;
            }
        }
        return above == null;
    }
}
