package io.lockgraft.weave;

import io.lockgraft.lock.SiteCheck;
import io.lockgraft.lock.Sites;
import io.lockgraft.pattern.MethodPattern;
import io.lockgraft.report.Coverage;
import io.lockgraft.report.Log;
import io.lockgraft.rules.Problem;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.type.LoaderTypes;
import io.lockgraft.type.MethodShape;
import io.lockgraft.type.TypeSource;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;

/**
 * The agent's own class-file transformer: weaves what the rules name as it is loaded, and what was loaded before.
 *
 * <p>Not Byte Buddy's AgentBuilder: this one starts faster, loads no class of Byte Buddy before a class matches, and
 * decides itself what a failure means. The JVM takes an exception of a transformer for "leave the class as it is", which
 * would run the method unlocked; so none leaves {@link #transform}.
 */
public class Weaver implements ClassFileTransformer {
    private final Instrumentation instrumentation;
    private final Rules rules;
    private final RuleIndex index;
    private final ClassWeaver classes;
    private final Coverage coverage;
    private final Refusals refusals = new Refusals();
    private final ClassLoader own;
    private List<Problem> problems;

    private Weaver(Instrumentation instrumentation, Rules rules, SiteRegister register, Coverage coverage) {
        this.instrumentation = instrumentation;
        this.rules = rules;
        this.index = new RuleIndex(rules);
        this.coverage = coverage;
        this.classes = new ClassWeaver(rules, register, coverage, refusals);
        ClassLoader loader = Weaver.class.getClassLoader();
        // In tests the agent's classes and the application's share one.
        this.own = loader == ClassLoader.getSystemClassLoader() ? null : loader;
    }

    /** Weaves from now on, and the classes that are loaded already. The gate must be open. */
    public static Weaver install(Instrumentation instrumentation, Rules rules, final Sites sites, Coverage coverage) {
        Weaver weaver = install(instrumentation, rules, coverage, new SiteRegister() {
            @Override
            public List<String> check(Rule rule, MethodShape method, TypeSource types) {
                return SiteCheck.check(rule, method, types);
            }

            @Override
            public int add(Rule rule, MethodShape method, ClassLoader loader, String refusal) {
                return sites.add(rule, method, loader, refusal);
            }
        });
        weaver.weaveLoaded();
        weaver.judgeReadable();
        weaver.problems = weaver.refusals.started();
        return weaver;
    }

    /** Weaves what is loaded from now on. */
    static Weaver install(Instrumentation instrumentation, Rules rules, Coverage coverage, SiteRegister register) {
        for (Rule rule : rules.rules()) {
            List<String> patterns = new ArrayList<>();
            for (MethodPattern pattern : rule.methods()) {
                patterns.add(pattern.toString());
            }
            coverage.declare(rule.name(), rule.position().toString(), patterns);
        }
        Weaver weaver = new Weaver(instrumentation, rules, register, coverage);
        instrumentation.addTransformer(weaver, instrumentation.isRetransformClassesSupported());
        return weaver;
    }

    /** What the rules name and cannot be applied to, as far as it could be known at the start; empty: all is well. */
    public List<Problem> problems() {
        return problems;
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (name == null || (loader != null && loader == own) || !index.mayMean(name)) {
            return null;
        }
        return weave(loader, name, redefined, bytes);
    }

    private byte[] weave(final ClassLoader loader, final String name, final Class<?> redefined, final byte[] bytes) {
        try {
            return AccessController.doPrivileged(new PrivilegedAction<byte[]>() {
                @Override
                public byte[] run() {
                    return classes.weave(loader, redefined, bytes);
                }
            });
        } catch (Throwable e) {
            return spoil(name, e);
        }
    }

    /** Nothing is known about the class, not even which of its methods are meant: it must not load. */
    private byte[] spoil(String name, Throwable cause) {
        String binaryName = name.replace('/', '.');
        Log.error(
                "the class " + binaryName + " may have methods that a rule locks and could not be read or woven; it"
                        + " fails to load, with a ClassFormatError",
                cause);
        return new byte[0];
    }

    private void weaveLoaded() {
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            String internalName = loaded.getName().replace('.', '/');
            if (!loaded.isArray()
                    && !loaded.isPrimitive()
                    && (own == null || loaded.getClassLoader() != own)
                    && index.mayMean(internalName)) {
                retransform(loaded);
            }
        }
    }

    private void retransform(Class<?> loaded) {
        try {
            if (instrumentation.isModifiableClass(loaded)) {
                instrumentation.retransformClasses(loaded);
            }
        } catch (Throwable e) {
            Log.error("the class " + loaded.getName() + " was loaded before the agent and could not be woven", e);
        }
    }

    /** Reads the exactly named classes that the application's loader has, before main would load them. */
    private void judgeReadable() {
        ClassLoader application = ClassLoader.getSystemClassLoader();
        for (Rule rule : rules.rules()) {
            for (MethodPattern pattern : rule.methods()) {
                for (String name : pattern.exactClasses()) {
                    if (!classes.woven().contains(application, name)) {
                        judge(application, name);
                    }
                }
            }
        }
    }

    private void judge(ClassLoader loader, String name) {
        byte[] bytes = LoaderTypes.bytes(loader, name);
        if (bytes != null) {
            try {
                classes.judge(loader, bytes);
            } catch (RuntimeException e) {
                Log.warn("the class " + name + " cannot be read: " + e.getMessage(), e);
            }
        }
    }
}
