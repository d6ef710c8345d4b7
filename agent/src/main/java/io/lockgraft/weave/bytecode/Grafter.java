package io.lockgraft.weave.bytecode;

import io.lockgraft.weave.loaders.LoaderBytes;
import io.lockgraft.weave.plan.ClassPlan;
import io.lockgraft.weave.plan.MethodPlan;
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

    /** The plan that this thread works on; how a method's number gets from it into the advice's code. */
    private final ThreadLocal<ClassPlan> current = new ThreadLocal<>();

    private final TypePool core = new CorePool();
    private final ClassFileLocator adviceLocator = ClassFileLocator.ForClassLoader.of(Grafter.class.getClassLoader());
    private final Advice lock = advice(LockAdvice.class);

    /** The same for methods whose results are passed on. */
    private final Advice result = advice(ResultAdvice.class);

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
            DynamicType.Builder<?> builder = byteBuddy
                    .decorate(type, locator)
                    .visit(lock.on(planned(plan, false)))
                    .visit(result.on(planned(plan, true)));
            if (!monitors.isEmpty()) {
                // The last visitor sees the body first: what it adds is inside of the locks.
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

    private Advice advice(Class<?> exit) {
        return Advice.withCustomMapping()
                .bind(MethodNumber.class, methodNumber())
                // As loaded, not from class files: the gate's are behind the bootstrap class path, where no loader
                // finds them as resources.
                .to(
                        TypeDescription.ForLoadedType.of(LockAdvice.class),
                        TypeDescription.ForLoadedType.of(exit),
                        adviceLocator);
    }

    /** Takes the methods that call the gate. */
    private static ElementMatcher<MethodDescription> planned(final ClassPlan plan, final boolean passesResult) {
        return new ElementMatcher<MethodDescription>() {
            @Override
            public boolean matches(MethodDescription method) {
                MethodPlan planned = plan.find(method.getInternalName() + method.getDescriptor());
                return planned != null && planned.callsGate() && planned.passesResult == passesResult;
            }
        };
    }

    /** Turns the advice's {@link MethodNumber} parameter into the number of the method that is woven. */
    private Advice.OffsetMapping methodNumber() {
        return new Advice.OffsetMapping() {
            @Override
            public Target resolve(
                    TypeDescription type,
                    MethodDescription method,
                    Assigner assigner,
                    Advice.ArgumentHandler arguments,
                    Sort sort) {
                int number = current.get()
                        .find(method.getInternalName() + method.getDescriptor())
                        .number();
                return Target.ForStackManipulation.of((Object) number);
            }
        };
    }
}
