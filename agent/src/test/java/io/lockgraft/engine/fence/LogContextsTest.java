package io.lockgraft.engine.fence;

import static net.bytebuddy.matcher.ElementMatchers.isTypeInitializer;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.language.expression.handle.Access;
import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Ownership;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ByteArrayClassLoader;
import net.bytebuddy.implementation.ExceptionMethod;
import net.bytebuddy.implementation.MethodDelegation;
import org.junit.jupiter.api.Test;

/** Logging libraries that fail: the call goes on, and nothing of its token stays on the thread. */
final class LogContextsTest {
    private final Map<String, byte[]> classes = new HashMap<>();

    /** log4j's ThreadContext, of a kind that tells others of each value, which fails. */
    public static final class ToldContext {
        private static final Map<String, String> VALUES = new HashMap<>();

        public static String get(String name) {
            return VALUES.get(name);
        }

        public static void put(String name, String value) {
            VALUES.put(name, value);
            throw new IllegalStateException("nobody listens");
        }

        public static void remove(String name) {
            VALUES.remove(name);
        }
    }

    /** slf4j's, whose initialisation fails. */
    private void defineBrokenSlf4j() {
        define(type("org.slf4j.LoggerFactory")
                .defineField("INITIALIZATION_STATE", int.class, Visibility.PACKAGE_PRIVATE, Ownership.STATIC)
                .invokable(isTypeInitializer())
                .intercept(ExceptionMethod.throwing(IllegalStateException.class)));
    }

    private void defineLog4j() {
        define(type("org.apache.logging.log4j.LogManager"));
        define(type("org.apache.logging.log4j.ThreadContext")
                .defineMethod("get", String.class, Visibility.PUBLIC, Ownership.STATIC)
                .withParameters(String.class)
                .intercept(MethodDelegation.to(ToldContext.class))
                .defineMethod("put", void.class, Visibility.PUBLIC, Ownership.STATIC)
                .withParameters(String.class, String.class)
                .intercept(MethodDelegation.to(ToldContext.class))
                .defineMethod("remove", void.class, Visibility.PUBLIC, Ownership.STATIC)
                .withParameters(String.class)
                .intercept(MethodDelegation.to(ToldContext.class)));
    }

    private static DynamicType.Builder<Object> type(String name) {
        return new ByteBuddy().subclass(Object.class).name(name);
    }

    private void define(DynamicType.Builder<Object> type) {
        DynamicType made = type.make();
        classes.put(made.getTypeDescription().getName(), made.getBytes());
    }

    private ClassLoader loader() {
        return new ByteArrayClassLoader.ChildFirst(LogContextsTest.class.getClassLoader(), classes);
    }

    /** Those of an application that has loaded these. */
    private static LogContexts contexts(ClassLoader loader, String... entries) throws ClassNotFoundException {
        Class<?>[] loaded = new Class<?>[entries.length];
        for (int i = 0; i < entries.length; i++) {
            loaded[i] = Class.forName(entries[i], false, loader);
        }
        return new LogContexts(loader, each -> each == loader ? loaded : new Class<?>[0], Access.NONE);
    }

    @Test
    void aLibraryThatCannotBeInitialisedFailsNoCallAndHidesNoOther() throws Exception {
        defineBrokenSlf4j();
        defineLog4j();

        LogContexts contexts = contexts(loader(), "org.slf4j.LoggerFactory", "org.apache.logging.log4j.LogManager");

        assertThat(contexts.inUse()).extracting(context -> context.library).containsExactly(LogLibrary.LOG4J_2);
    }

    @Test
    void aContextThatFailsWhenItHasTakenTheTokenDoesNotKeepIt() throws Exception {
        defineLog4j();
        LogContext[] contexts =
                contexts(loader(), "org.apache.logging.log4j.LogManager").inUse();
        ToldToken told = new ToldToken(7, contexts);

        told.tell();
        assertThat(contexts[0].get(ToldToken.NAME)).isEqualTo("7");
        told.takeBack();

        assertThat(contexts[0].get(ToldToken.NAME)).isNull();
    }
}
