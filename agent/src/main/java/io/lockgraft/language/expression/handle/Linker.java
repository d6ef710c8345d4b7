package io.lockgraft.language.expression.handle;

import io.lockgraft.language.expression.member.ClassMember;
import io.lockgraft.language.expression.member.StaticType;
import io.lockgraft.language.type.loader.LoadedTypes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Turns the names of members into handles, for one bind. Loads the classes that they need, initialises none. */
public final class Linker {
    private final LoadedTypes types;
    private final Access access;

    public Linker(LoadedTypes types, Access access) {
        this.types = types;
        this.access = access;
    }

    public Access access() {
        return access;
    }

    public Class<?> load(StaticType type) throws ClassNotFoundException {
        return types.load(type.name());
    }

    /** A handle that takes the object and, for a method, its arguments. */
    public MethodHandle member(ClassMember member) throws ReflectiveOperationException {
        Class<?> owner = types.load(member.owner);
        MethodHandles.Lookup lookup = Lookups.in(owner, access);
        if (member.isField()) {
            return lookup.findGetter(owner, member.name, types.load(member.descriptor));
        }
        MethodType type = MethodType.fromMethodDescriptorString(member.descriptor, owner.getClassLoader());
        return lookup.findVirtual(owner, member.name, type);
    }

    /** A handle that takes the object and the value: of a method of one parameter, or of a field. */
    public MethodHandle setter(ClassMember member) throws ReflectiveOperationException {
        if (!member.isField()) {
            return member(member);
        }
        Class<?> owner = types.load(member.owner);
        return Lookups.in(owner, access).findSetter(owner, member.name, types.load(member.descriptor));
    }
}
