package io.lockgraft.engine.site;

import io.lockgraft.api.Locks;
import io.lockgraft.engine.outcome.OutcomeCheck;
import io.lockgraft.language.expression.Condition;
import io.lockgraft.language.expression.Template;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.text.SyntaxException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** What stands for the locked method where a program asks for a rule by its name, through {@link Locks}. */
final class Block {
    static final String CALL = "call";
    static final String RUN = "run";
    static final String LOCK = "lock";

    private static final String KEY = "key";

    private final Rule rule;
    private final MethodShape method;
    private final List<Template> keys;

    private Block(Rule rule, MethodShape method, List<Template> keys) {
        this.rule = rule;
        this.method = method;
        this.keys = keys;
    }

    /** @param form the method of {@link Locks} that the program calls */
    static Block of(Rule rule, String form) {
        if (form.equals(LOCK)) {
            return new Block(rule, method(form, KEY, "java.lang.String"), Collections.singletonList(givenKey()));
        }
        return new Block(rule, method(form, rule.argument(), "java.lang.Object"), rule.keys());
    }

    /** What the program gives is the key. */
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
        List<String> types = argument == null ? Collections.<String>emptyList() : Collections.singletonList(type);
        List<String> names = argument == null ? Collections.<String>emptyList() : Collections.singletonList(argument);
        return new MethodShape(
                Locks.class.getName(),
                form,
                '('
                        + (argument == null ? "" : 'L' + type.replace('.', '/') + ';')
                        + ')'
                        + (returns ? "Ljava/lang/Object;" : "V"),
                Modifier.PUBLIC | Modifier.STATIC,
                returns ? "java.lang.Object" : "void",
                types,
                names,
                returns
                        ? Arrays.asList("java.lang.Exception", "java.lang.InterruptedException")
                        : Collections.<String>emptyList(),
                Collections.<String>emptyList(),
                null);
    }

    Rule rule() {
        return rule;
    }

    MethodShape method() {
        return method;
    }

    List<Template> keys() {
        return keys;
    }

    /** A program that names the key has decided already. */
    Condition when() {
        return method.name().equals(LOCK) ? null : rule.when();
    }

    /**
     * The class that stands for the one that declares a method: the outcomes' classes are found from there, and what is
     * bound to them is kept there, so that it is collected with their loader. Of those that the outcomes name it is one
     * that sees the others.
     *
     * @param loader of the program's own code
     */
    Class<?> home(ClassLoader loader) {
        Class<?> home = Locks.class;
        for (Outcome each : Arrays.asList(rule.onBusy(), rule.onUnavailable(), rule.onMissingKey())) {
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
