package io.lockgraft.engine.outcome;

import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.language.expression.BoundTemplate;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.expression.handle.Lookups;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.rules.Outcome;
import io.lockgraft.spi.log.Log;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;

/** Makes outcomes ready for one method of a loaded class: values converted, constructors and methods found. */
public final class OutcomeBinding {
    private static final MethodType CALL = MethodType.methodType(Object.class, Object.class, Object[].class);
    private static final MethodType NEW = MethodType.methodType(Throwable.class, String.class);

    private final Class<?> owner;
    private final MethodShape method;
    private final Access access;
    private final LoadedTypes types;
    private final boolean strict;

    /** @param strict false: an exception that cannot be found gives way to our own, for it may never be needed */
    public OutcomeBinding(Class<?> owner, MethodShape method, Access access, boolean strict) {
        this.strict = strict;
        this.owner = owner;
        this.method = method;
        this.access = access;
        this.types = LoadedTypes.of(owner);
    }

    public BoundOutcome bind(Outcome outcome) throws BindException {
        if (outcome instanceof Outcome.Retry) {
            Outcome.Retry retry = (Outcome.Retry) outcome;
            return new BoundRetry(retry, bind(retry.then()));
        }
        if (outcome instanceof Outcome.Return) {
            return returns(((Outcome.Return) outcome).value());
        }
        if (outcome instanceof Outcome.ThrowOwn) {
            Outcome.ThrowOwn own = (Outcome.ThrowOwn) outcome;
            return strict || canLoad(own.exception()) ? throwsOwn(own) : BoundOutcome.THROW;
        }
        if (outcome instanceof Outcome.Call) {
            return calls(((Outcome.Call) outcome).method());
        }
        if (outcome == Outcome.SKIP) {
            return SkipOutcome.of(method.returnType());
        }
        // LOCAL throws here, for the call that does not get the gate of its JVM alone: engine.acquire.LocalGrant.
        return outcome == Outcome.PROCEED ? BoundOutcome.PROCEED : BoundOutcome.THROW;
    }

    private BoundOutcome returns(Object value) throws BindException {
        Object converted;
        try {
            converted = ReturnValue.of(value, method.returnType());
        } catch (IllegalArgumentException e) {
            throw new BindException("cannot return this from " + method + ": " + e.getMessage());
        }
        Optional<Substitute> answer =
                Optional.of(new Substitute(converted == ReturnValue.CONSTANT ? constant((String) value) : converted));
        return (miss, self, arguments) -> answer;
    }

    private Object constant(String name) throws BindException {
        Object[] constants = load(method.returnType()).getEnumConstants();
        for (Object each : constants == null ? new Object[0] : constants) {
            if (((Enum<?>) each).name().equals(name)) {
                return each;
            }
        }
        throw new BindException(
                "cannot return '" + name + "' from " + method + ": " + method.returnType() + " has no such constant");
    }

    private BoundOutcome throwsOwn(Outcome.ThrowOwn own) throws BindException {
        Class<?> type = load(own.exception());
        if (!Throwable.class.isAssignableFrom(type)) {
            throw new BindException(own.exception() + " is no Throwable");
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            throw new BindException(own.exception() + " is abstract; name a class that can be made");
        }
        MethodHandle constructor = constructor(type);
        BoundTemplate message = own.message() == null ? null : own.message().bind(owner, method, access);
        return (miss, self, arguments) -> {
            String text = message == null ? miss.reason() : message.message(self, arguments);
            throw (Throwable) constructor.invokeExact(text);
        };
    }

    private MethodHandle constructor(Class<?> type) throws BindException {
        try {
            MethodHandles.Lookup lookup = Lookups.in(type, access);
            try {
                return lookup.findConstructor(type, MethodType.methodType(void.class, String.class))
                        .asType(NEW);
            } catch (NoSuchMethodException e) {
                MethodHandle plain = lookup.findConstructor(type, MethodType.methodType(void.class));
                return MethodHandles.dropArguments(plain, 0, String.class).asType(NEW);
            }
        } catch (ReflectiveOperationException e) {
            throw new BindException(type.getName() + " has neither a constructor with (String) nor one with ()", e);
        }
    }

    private BoundOutcome calls(String name) throws BindException {
        MethodType plain = MethodType.fromMethodDescriptorString(method.descriptor(), owner.getClassLoader());
        MethodHandle withKey = find(name, plain.appendParameterTypes(String.class));
        boolean itself = name.equals(method.name());
        MethodHandle found = withKey != null || itself ? withKey : find(name, plain);
        if (found == null) {
            throw new BindException(method.owner() + " has no method '" + name
                    + "' with the parameters and return type of " + method + ", with or without the key as one more");
        }
        MethodHandle handle = found.asSpreader(Object[].class, found.type().parameterCount() - 1)
                .asType(CALL);
        return new BoundOutcome() {
            @Override
            public Optional<Substitute> apply(NoLock miss, Object self, Object[] arguments) throws Throwable {
                Object[] given = arguments;
                if (withKey != null) {
                    given = Arrays.copyOf(arguments, arguments.length + 1, Object[].class);
                    given[arguments.length] = miss.key();
                }
                return Optional.of(new Substitute((Object) handle.invokeExact(self, given)));
            }

            @Override
            public boolean isCall() {
                return true;
            }
        };
    }

    /** With the receiver in front, one that is ignored for a static method; or null. */
    private MethodHandle find(String name, MethodType type) throws BindException {
        MethodHandles.Lookup lookup;
        try {
            lookup = Lookups.in(owner, access);
        } catch (ReflectiveOperationException e) {
            throw new BindException(method.owner() + " cannot be reached: " + e, e);
        }
        try {
            return MethodHandles.dropArguments(lookup.findStatic(owner, name, type), 0, owner);
        } catch (ReflectiveOperationException notStatic) {
            if (Modifier.isStatic(method.modifiers())) {
                return null;
            }
        }
        try {
            // With varargs it would collect what it is given into one more array.
            return lookup.findVirtual(owner, name, type).asFixedArity();
        } catch (ReflectiveOperationException absent) {
            return null;
        }
    }

    private boolean canLoad(String name) {
        try {
            load(name);
            return true;
        } catch (BindException e) {
            Log.warn("Locks." + method.name() + " throws Lockgraft's own exception in place of " + name
                    + ", which the block's class loader does not find");
            return false;
        }
    }

    private Class<?> load(String name) throws BindException {
        try {
            return types.load(name);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new BindException("no class " + name + " can be found from " + method.owner() + ": " + e, e);
        }
    }
}
