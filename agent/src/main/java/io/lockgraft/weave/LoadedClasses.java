package io.lockgraft.weave;

import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.pattern.Unlockable;
import io.lockgraft.language.type.classfile.ClassMagic;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.manage.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.log.Log;
import io.lockgraft.weave.match.Subtypes;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.Opcodes;

/** The classes that the JVM has, or could have: woven late, judged early, and asked what a rule may have meant. */
final class LoadedClasses {
    private final Instrumentation instrumentation;
    private final Weaver weaver;
    private final Coverage coverage;
    private final Set<String> judged = new HashSet<>();

    LoadedClasses(Instrumentation instrumentation, Weaver weaver, Coverage coverage) {
        this.instrumentation = instrumentation;
        this.weaver = weaver;
        this.coverage = coverage;
    }

    /** Weaves the classes that were loaded before, each on its own: one that fails must not spare the others. */
    void weave() {
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (weaver.index.learn(loaded) && !weaver.isOwn(loaded.getClassLoader())) {
                tellLambdas(loaded);
            }
        }
        List<Class<?>> meant = meant();
        Subtypes.sort(meant);
        for (Class<?> loaded : meant) {
            weave(loaded);
        }
    }

    /** Those that a rule may mean and that can be woven: neither arrays nor primitive types. */
    List<Class<?>> meant() {
        List<Class<?>> meant = new ArrayList<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (!weaver.isOwn(loaded.getClassLoader())
                    && weaver.index.mayMean(loaded)
                    && instrumentation.isModifiableClass(loaded)) {
                meant.add(loaded);
            }
        }
        return meant;
    }

    /** The class is not shown to the weaver unless a rule means itself: the weaver reads its file. */
    private void tellLambdas(Class<?> loaded) {
        ClassLoader loader = loaded.getClassLoader();
        try {
            byte[] bytes = LoaderTypes.ofLoader(loader, loaded.getName());
            if (bytes != null && weaver.index.makesLambda(loader, bytes)) {
                weaver.planner.lambdas.tell(loader, loaded.getName(), bytes, new LoaderTypes(loader));
            }
        } catch (Throwable e) {
            // Whatever the application's loader throws: most classes make none, and no class depends on it.
            Log.debug("whether " + loaded.getName() + " makes lambdas cannot be read: " + e);
        }
    }

    /** Weaves one; what the JVM does not accept is told. */
    void weave(Class<?> loaded) {
        String failure = retransform(loaded);
        if (failure != null) {
            String name = loaded.getName();
            coverage.rejected(name, loaded.getClassLoader(), failure);
            if (!refuse(name, loaded, failure)) {
                Log.error(name + ": " + failure);
            }
        }
    }

    private String retransform(Class<?> loaded) {
        try {
            instrumentation.retransformClasses(loaded);
            return null;
        } catch (Throwable e) {
            return "it is loaded already, and the JVM does not accept the change: " + e;
        }
    }

    /**
     * Whether some rule means the class.
     *
     * @param loaded null where it is known by its name alone
     */
    private boolean refuse(String name, Class<?> loaded, String reason) {
        boolean meant = false;
        for (Rule rule : weaver.rules.rules()) {
            for (MethodPattern pattern : rule.patterns()) {
                if (loaded == null ? pattern.namesType(name) : Subtypes.take(pattern, loaded)) {
                    meant = true;
                    weaver.planner.refuse(rule, rule.position(pattern), name, reason, false);
                }
            }
        }
        return meant;
    }

    /**
     * Reads the exactly named classes that the application's loader has, before main would load them; and the named
     * interfaces whose subtypes are meant, for of some it is known that a framework implements them.
     */
    void judgeReadable() {
        ClassLoader application = ClassLoader.getSystemClassLoader();
        for (boolean subtypes : new boolean[] {false, true}) {
            for (Rule rule : weaver.rules.rules()) {
                for (MethodPattern pattern : rule.patterns()) {
                    if (pattern.takesSubtypes() == subtypes
                            && !pattern.typeNames().isEmpty()
                            && !judge(application, pattern.typeNames().get(0), subtypes)) {
                        judge(application, pattern.className(), subtypes);
                    }
                }
            }
        }
    }

    /** False where there is no such class to be read. */
    private boolean judge(ClassLoader loader, String name, boolean interfacesOnly) {
        if (weaver.hasSeen(loader, name)) {
            return true;
        }
        byte[] bytes = judged.add(name) && !Unlockable.isOfJdk(name) ? LoaderTypes.bytesAtStart(name) : null;
        if (bytes != null && (!interfacesOnly || isInterface(bytes))) {
            judge(loader, name, bytes);
        }
        return bytes != null;
    }

    private static boolean isInterface(byte[] bytes) {
        try {
            return (new ClassReader(bytes).getAccess() & Opcodes.ACC_INTERFACE) != 0;
        } catch (RuntimeException unreadable) {
            return false;
        }
    }

    private void judge(ClassLoader loader, String name, byte[] bytes) {
        try {
            weaver.planner.judge(loader, bytes);
        } catch (RuntimeException e) {
            if (!ClassMagic.isIn(bytes)) {
                // What makes a class file of it shows that to us as the class loads.
                Log.warn("the class " + name + " cannot be read: " + e.getMessage(), e);
                return;
            }
            refuse(name, null, "its class file cannot be read: " + e.getMessage());
        }
    }

    /** See {@link Weaver#uninstall}. The transformer stays until the end: it puts the names of parameters back. */
    void unweave() {
        try {
            for (Class<?> loaded : meant()) {
                String failure = retransform(loaded);
                if (failure != null) {
                    Log.warn("the class " + loaded.getName() + " stays woven, and its methods run without locks: "
                            + failure);
                }
            }
        } finally {
            instrumentation.removeTransformer(weaver);
        }
    }
}
