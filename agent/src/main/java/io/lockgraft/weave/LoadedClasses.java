package io.lockgraft.weave;

import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.pattern.Unlockable;
import io.lockgraft.language.type.classfile.ClassMagic;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.manage.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.weave.loaders.LoadedNames;
import io.lockgraft.weave.match.Subtypes;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
        List<Class<?>> meant = new ArrayList<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            weaver.index().learn(loaded);
            tellLambdas(loaded);
            if (mayBeMeant(loaded) && instrumentation.isModifiableClass(loaded)) {
                meant.add(loaded);
            }
        }
        Subtypes.sort(meant);
        for (Class<?> loaded : meant) {
            weave(loaded);
        }
    }

    /** The class is not shown to the weaver unless a rule means itself: the weaver reads its file. */
    private void tellLambdas(Class<?> loaded) {
        ClassLoader loader = loaded.getClassLoader();
        if (!weaver.index().isBelowWild(loaded) || weaver.isOwn(loader)) {
            return;
        }
        try {
            byte[] bytes = LoaderTypes.ofLoader(loader, loaded.getName());
            if (bytes != null && weaver.index().makesLambda(loader, bytes)) {
                weaver.planner().lambdas().tell(loader, loaded.getName(), bytes, new LoaderTypes(loader));
            }
        } catch (Throwable e) {
            // As where there is no such file: most classes make none, and no class depends on it.
            Log.debug("whether " + loaded.getName() + " makes lambdas cannot be read: " + e);
        }
    }

    /** Weaves one; what the JVM does not accept is told. */
    void weave(Class<?> loaded) {
        String failure = retransform(loaded);
        if (failure != null) {
            rejected(loaded, failure);
        }
    }

    private boolean mayBeMeant(Class<?> loaded) {
        return !loaded.isArray()
                && !loaded.isPrimitive()
                && !weaver.isOwn(loaded.getClassLoader())
                && weaver.index().mayMean(loaded);
    }

    private String retransform(Class<?> loaded) {
        try {
            instrumentation.retransformClasses(loaded);
            return null;
        } catch (Throwable e) {
            return "it is loaded already, and the JVM does not accept the change: " + e;
        }
    }

    private void rejected(Class<?> type, String reason) {
        coverage.rejected(type.getName(), type.getClassLoader(), reason);
        boolean told = false;
        for (Rule rule : weaver.rules().rules()) {
            for (MethodPattern pattern : rule.patterns()) {
                if (pattern.namesType(type.getName()) || Subtypes.take(pattern, type)) {
                    refuse(rule, pattern, type.getName(), reason);
                    told = true;
                }
            }
        }
        if (!told) {
            Log.error(type.getName() + ": " + reason);
        }
    }

    private void refuse(Rule rule, MethodPattern pattern, String name, String reason) {
        Problem problem = rule.problem(rule.position(pattern), " cannot be applied to " + name + ": " + reason);
        weaver.refusals().add(problem, rule.failOpen() || weaver.rules().failOpen(), false);
    }

    /**
     * Reads the exactly named classes that the application's loader has, before main would load them; and the named
     * interfaces whose subtypes are meant, for of some it is known that a framework implements them.
     */
    void judgeReadable() {
        ClassLoader application = ClassLoader.getSystemClassLoader();
        for (boolean subtypes : new boolean[] {false, true}) {
            for (Rule rule : weaver.rules().rules()) {
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
        if (weaver.seen().contains(loader, name)) {
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
            weaver.planner().judge(loader, bytes);
        } catch (RuntimeException e) {
            if (!ClassMagic.isIn(bytes)) {
                // What makes a class file of it shows that to us as the class loads.
                Log.warn("the class " + name + " cannot be read: " + e.getMessage(), e);
                return;
            }
            for (Rule rule : weaver.rules().rules()) {
                for (MethodPattern pattern : rule.patterns()) {
                    if (pattern.namesType(name)) {
                        refuse(rule, pattern, name, "its class file cannot be read: " + e.getMessage());
                    }
                }
            }
        }
    }

    /** See {@link Weaver#uninstall}. */
    void unweave() {
        instrumentation.removeTransformer(weaver);
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (mayBeMeant(loaded) && instrumentation.isModifiableClass(loaded)) {
                String failure = retransform(loaded);
                if (failure != null) {
                    Log.warn("the class " + loaded.getName() + " stays woven, and its methods run without locks: "
                            + failure);
                }
            }
        }
    }

    /** See {@link Weaver#explainUnmatched}. */
    void explain() {
        LoadedNames names = new LoadedNames(instrumentation.getAllLoadedClasses());
        for (Rule rule : weaver.rules().rules()) {
            for (Map.Entry<String, String> unmatched :
                    coverage.of(rule.name()).unmatched().entrySet()) {
                if (unmatched.getValue() == null) {
                    String why = nothingLoaded(rule, unmatched.getKey(), names);
                    coverage.of(rule.name()).missed(unmatched.getKey(), why);
                }
            }
        }
    }

    private static String nothingLoaded(Rule rule, String text, LoadedNames names) {
        for (MethodPattern pattern : rule.patterns()) {
            if (pattern.toString().equals(text) && pattern.exactClass() != null) {
                return "no class " + pattern.exactClass() + " was loaded" + names.didYouMean(pattern.exactClass());
            }
        }
        return "no loaded class has a method that it takes";
    }
}
