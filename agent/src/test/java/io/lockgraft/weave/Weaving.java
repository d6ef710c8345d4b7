package io.lockgraft.weave;

import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.manage.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.text.SyntaxException;
import io.lockgraft.weave.plan.Watchlist;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A weaver in this JVM, and loaders whose classes it sees as an application's. */
public final class Weaving implements AutoCloseable {
    private static final Instrumentation INSTRUMENTATION = ByteBuddyAgent.install();

    final RecordingGate gate = new RecordingGate();
    final Coverage coverage = new Coverage();
    final Weaver weaver;

    private Weaving(Rules rules, List<String> misfits) {
        for (String misfit : misfits) {
            gate.misfits.add(new Problem(new Position("rules.yaml", 1, 1), misfit));
        }
        weaver = new Weaver(INSTRUMENTATION, rules, coverage, gate, new Watchlist(rules), 0);
        weaver.hook(INSTRUMENTATION);
    }

    /** Rules named r0, r1, ... of one pattern each. */
    static Weaving of(String... patterns) {
        return new Weaving(rules(false, patterns), List.of());
    }

    /** One rule, r0, of several patterns. */
    static Weaving together(String... patterns) {
        List<MethodPattern> methods = new ArrayList<>();
        for (String pattern : patterns) {
            methods.add(parse(pattern));
        }
        Rule rule = RuleBuilder.named("r0").methods(methods).build();
        return new Weaving(RuleBuilder.file(List.of(rule)), List.of());
    }

    static Weaving of(Rules rules) {
        return new Weaving(rules, List.of());
    }

    static Weaving misfit(boolean failOpen, String misfit, String... patterns) {
        return new Weaving(rules(failOpen, patterns), List.of(misfit));
    }

    public static Rules rules(boolean failOpen, String... patterns) {
        List<Rule> rules = new ArrayList<>();
        for (String pattern : patterns) {
            rules.add(RuleBuilder.named("r" + rules.size())
                    .methods(List.of(parse(pattern)))
                    .failOpen(failOpen)
                    .build());
        }
        return RuleBuilder.file(rules);
    }

    public static MethodPattern parse(String pattern) {
        try {
            return MethodPattern.parse(pattern);
        } catch (SyntaxException e) {
            throw new IllegalArgumentException(pattern + ": " + e.getMessage(), e);
        }
    }

    static Instrumentation instrumentation() {
        return INSTRUMENTATION;
    }

    @Override
    public void close() {
        INSTRUMENTATION.removeTransformer(weaver);
    }

    static void constructor(ClassWriter writer, String parent) {
        MethodVisitor init = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        init.visitVarInsn(Opcodes.ALOAD, 0);
        init.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", "()V", false);
        init.visitInsn(Opcodes.RETURN);
        init.visitMaxs(0, 0);
    }

    /** A loader that defines these classes itself, from the bytes that the test's own loader has. */
    static ClassLoader reloading(Class<?>... classes) {
        Map<String, byte[]> bytes = new HashMap<>();
        for (Class<?> each : classes) {
            bytes.put(each.getName(), LoaderTypes.bytes(each.getClassLoader(), each.getName()));
        }
        return defining(bytes);
    }

    /** A loader with these classes, by binary name. */
    static ClassLoader defining(Map<String, byte[]> classes) {
        return new Defining(classes);
    }

    private static final class Defining extends ClassLoader {
        private final Map<String, byte[]> classes;

        Defining(Map<String, byte[]> classes) {
            super(Weaving.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                byte[] bytes = classes.get(name);
                if (loaded != null || bytes == null) {
                    return loaded != null ? loaded : super.loadClass(name, resolve);
                }
                return defineClass(name, bytes, 0, bytes.length);
            }
        }

        @Override
        public java.io.InputStream getResourceAsStream(String name) {
            byte[] bytes = name.endsWith(".class")
                    ? classes.get(name.substring(0, name.length() - 6).replace('/', '.'))
                    : null;
            return bytes == null ? super.getResourceAsStream(name) : new java.io.ByteArrayInputStream(bytes);
        }
    }
}
