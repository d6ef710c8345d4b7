package io.lockgraft.weave.bytecode;

import io.lockgraft.weave.loaders.LoaderBytes;
import io.lockgraft.weave.plan.ClassPlan;
import io.lockgraft.weave.plan.MethodPlan;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.TypeResolutionStrategy;
import net.bytebuddy.dynamic.scaffold.InstrumentedType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;

/**
 * Copies the lock's advice into the planned methods of a class file. This is where Byte Buddy is: none of its classes
 * is loaded before the first class matches a rule. The class keeps its shape: no member, no flag, no constant of a
 * younger version is added.
 */
public final class Grafter {
    private final ByteBuddy byteBuddy = new ByteBuddy()
            .with(TypeValidation.DISABLED)
            .with(InstrumentedType.Factory.Default.FROZEN)
            .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
            .with(Implementation.Context.Disabled.Factory.INSTANCE)
            .ignore(ElementMatchers.none());

    /** One advice for each depth of rules on a method; parsed once. */
    private final List<Advice> layers = new ArrayList<>(1);

    /** The same for methods whose results are passed on. */
    private final List<Advice> resultLayers = new ArrayList<>(1);

    /** The plan that this thread works on; how a site's number gets from it into the advice's code. */
    private final ThreadLocal<ClassPlan> current = new ThreadLocal<>();

    private final TypePool core = new CorePool();
    private final ClassFileLocator adviceLocator = ClassFileLocator.ForClassLoader.of(Grafter.class.getClassLoader());

    /**
     * The class file with the locks in it.
     *
     * @param loader whose class it is
     * @param monitors the methods whose monitor moves inside the lock
     */
    public byte[] graft(ClassPlan plan, byte[] bytes, ClassLoader loader, Monitors monitors) {
        String name = plan.type.name();
        ClassFileLocator locator =
                new ClassFileLocator.Compound(ClassFileLocator.Simple.of(name, bytes), new LoaderBytes(loader));
        TypePool pool = new TypePool.Default(
                new TypePool.CacheProvider.Simple(), locator, TypePool.Default.ReaderMode.FAST, core);
        TypeDescription type = pool.describe(name).resolve();
        // A loader that we ask for a class file may load a class that is woven too: then this thread is here twice.
        ClassPlan outer = current.get();
        current.set(plan);
        try {
            DynamicType.Builder<?> builder = byteBuddy.decorate(type, locator);
            for (int layer = 0; layer < plan.layers(); layer++) {
                builder = builder.visit(advice(layers, LockAdvice.class, layer).on(planned(plan, layer, false)));
                builder = builder.visit(
                        advice(resultLayers, ResultAdvice.class, layer).on(planned(plan, layer, true)));
            }
            if (!monitors.isEmpty()) {
                // The last visitor sees the body first: what it adds is inside of all locks.
                builder = builder.visit(monitors);
            }
            return builder.make(TypeResolutionStrategy.Disabled.INSTANCE, pool).getBytes();
        } finally {
            if (outer == null) {
                current.remove();
            } else {
                current.set(outer);
            }
        }
    }

    private synchronized Advice advice(List<Advice> made, Class<?> advice, int layer) {
        while (made.size() <= layer) {
            made.add(Advice.withCustomMapping()
                    .bind(SiteId.class, siteNumber(made.size()))
                    // As loaded, not from class files: the gate's are behind the bootstrap class path, where no loader
                    // finds them as resources.
                    .to(
                            TypeDescription.ForLoadedType.of(LockAdvice.class),
                            TypeDescription.ForLoadedType.of(advice),
                            adviceLocator));
        }
        return made.get(layer);
    }

    /** Takes the methods that have a rule at this depth. */
    private static ElementMatcher<MethodDescription> planned(
            final ClassPlan plan, final int layer, final boolean passesResult) {
        return new ElementMatcher<MethodDescription>() {
            @Override
            public boolean matches(MethodDescription method) {
                MethodPlan planned = plan.find(method.getInternalName() + method.getDescriptor());
                return planned != null && planned.layers() > layer && planned.passesResult == passesResult;
            }
        };
    }

    /** Turns the advice's {@link SiteId} parameter into the number of the site of the method that is woven. */
    private Advice.OffsetMapping siteNumber(final int layer) {
        return new Advice.OffsetMapping() {
            @Override
            public Target resolve(
                    TypeDescription type,
                    MethodDescription method,
                    Assigner assigner,
                    Advice.ArgumentHandler arguments,
                    Sort sort) {
                int site = current.get()
                        .find(method.getInternalName() + method.getDescriptor())
                        .site(layer);
                return Target.ForStackManipulation.of((Object) site);
            }
        };
    }
}
