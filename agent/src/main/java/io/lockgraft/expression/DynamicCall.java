package io.lockgraft.expression;

import io.lockgraft.type.LoadedTypes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.List;

/**
 * A method of an object whose class only the call shows, chosen by the classes of the arguments. As with {@link
 * DynamicProperty}, what is found out hangs on the object's class.
 */
final class DynamicCall extends ClassValue<DynamicCall.Candidates> {
    private static final MethodHandle CALL = call();

    /** The methods of one class that the call may mean. */
    static final class Candidates {
        private final List<Candidate> methods = new ArrayList<>();
        private String problem;

        /** One that takes these arguments and yields to no other; null where none takes them. */
        Candidate mostSpecific(Object[] arguments) {
            Candidate best = null;
            for (Candidate each : methods) {
                if (each.takes(arguments) && (best == null || each.isMoreSpecificThan(best))) {
                    best = each;
                }
            }
            return best;
        }
    }

    private static final class Candidate {
        private final MethodHandle invoke;
        private final Class<?>[] parameters;

        Candidate(MethodHandle method) {
            int count = method.type().parameterCount() - 1;
            this.parameters = method.type().dropParameterTypes(0, 1).wrap().parameterArray();
            this.invoke = method.asSpreader(Object[].class, count)
                    .asType(MethodType.methodType(Object.class, Object.class, Object[].class));
        }

        boolean takes(Object[] arguments) {
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i] != null && !parameters[i].isInstance(arguments[i])) {
                    return false;
                }
            }
            return true;
        }

        boolean isMoreSpecificThan(Candidate other) {
            for (int i = 0; i < parameters.length; i++) {
                if (!other.parameters[i].isAssignableFrom(parameters[i])) {
                    return false;
                }
            }
            return true;
        }
    }

    private final String name;
    private final int arity;
    private final Access access;

    DynamicCall(String name, int arity, Access access) {
        this.name = name;
        this.arity = arity;
        this.access = access;
    }

    private static MethodHandle call() {
        try {
            return MethodHandles.lookup()
                    .findVirtual(
                            DynamicCall.class, "of", MethodType.methodType(Object.class, Object.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Takes the object, which is not null, and the arguments one by one. */
    MethodHandle handle() {
        return CALL.bindTo(this).asCollector(Object[].class, arity).asType(MethodType.genericMethodType(arity + 1));
    }

    Object of(Object object, Object[] arguments) throws Throwable {
        Candidates candidates = get(object.getClass());
        Candidate best = candidates.mostSpecific(arguments);
        if (best == null) {
            throw new EvaluationException(candidates.problem, null);
        }
        for (Candidate each : candidates.methods) {
            if (each.takes(arguments) && !best.isMoreSpecificThan(each)) {
                throw new EvaluationException(
                        "the call of " + name + " is ambiguous: several methods of "
                                + StaticType.simple(object.getClass().getName()) + " take these arguments",
                        null);
            }
        }
        return best.invoke.invokeExact(object, arguments);
    }

    /** With our own rights: under a SecurityManager those of the application's frames may not even do for this. */
    @Override
    protected Candidates computeValue(Class<?> type) {
        return AccessController.doPrivileged((PrivilegedAction<Candidates>) () -> find(type));
    }

    private Candidates find(Class<?> type) {
        LoadedTypes types = LoadedTypes.of(type);
        Linker linker = new Linker(types, access);
        Candidates found = new Candidates();
        StaticType of = StaticType.of(type.getTypeName());
        found.problem = of + " has no public method " + name + " that takes these " + arity + " arguments";
        for (Member each : new Methods(new Hierarchy(types)).named(of, name)) {
            if (each.parameters().size() == arity && !each.type().is("void")) {
                try {
                    found.methods.add(new Candidate(linker.member(each)));
                } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                    found.problem = "method " + name + " of " + of + " cannot be called: " + e;
                }
            }
        }
        return found;
    }
}
