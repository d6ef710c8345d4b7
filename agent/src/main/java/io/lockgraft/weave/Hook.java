package io.lockgraft.weave;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.reflect.InvocationTargetException;
import java.security.ProtectionDomain;

/**
 * Where the JVM hands over each class file. Since Java 9 it says the module too, by a method that a class compiled for
 * Java 8 cannot override; on such a JVM a subclass that does is made of a few instructions.
 */
class Hook implements ClassFileTransformer {
    private static final String PARAMETERS =
            "Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/lang/Class;Ljava/security/ProtectionDomain;[B)[B";

    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;
    private static final int PUBLIC = 0x1;
    private static final int FINAL = 0x10;
    private static final int SUPER = 0x20;
    private static final int ALOAD = 0x19;
    private static final int ARETURN = 0xB0;
    private static final int RETURN = 0xB1;
    private static final int INVOKEVIRTUAL = 0xB6;
    private static final int INVOKESPECIAL = 0xB7;

    private final Weaver weaver;

    Hook(Weaver weaver) {
        this.weaver = weaver;
    }

    static Hook of(Weaver weaver) throws ReflectiveOperationException {
        Class<?> lookup = Class.forName("java.lang.invoke.MethodHandles$Lookup");
        java.lang.reflect.Method define;
        try {
            define = lookup.getMethod("defineClass", byte[].class);
        } catch (NoSuchMethodException e) {
            // Java 8: no modules either.
            return new Hook(weaver);
        }
        try {
            Class<?> made = (Class<?>) define.invoke(java.lang.invoke.MethodHandles.lookup(), (Object) subclass());
            return (Hook) made.getDeclaredConstructor(Weaver.class).newInstance(weaver);
        } catch (InvocationTargetException e) {
            // Made before, by an earlier weaver of this JVM.
            Class<?> made = Class.forName(Hook.class.getName() + "WithModule", true, Hook.class.getClassLoader());
            return (Hook) made.getDeclaredConstructor(Weaver.class).newInstance(weaver);
        }
    }

    @Override
    public final byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        return weaver.transform(null, loader, name, redefined, bytes);
    }

    /** Called by the subclass. */
    final byte[] inModule(
            Object module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        return weaver.transform(module, loader, name, redefined, bytes);
    }

    /** Written by hand: Byte Buddy, which could, is not loaded before a class matches. */
    private static byte[] subclass() {
        String base = Hook.class.getName().replace('.', '/');
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream file = new DataOutputStream(bytes)) {
            file.writeInt(0xCAFEBABE);
            file.writeInt(52);
            file.writeShort(16);
            name(file, base + "WithModule");
            reference(file, CLASS, 1);
            name(file, base);
            reference(file, CLASS, 3);
            name(file, "<init>");
            name(file, "(L" + Weaver.class.getName().replace('.', '/') + ";)V");
            reference(file, NAME_AND_TYPE, 5, 6);
            reference(file, METHOD, 4, 7);
            name(file, "inModule");
            name(file, "(Ljava/lang/Object;" + PARAMETERS);
            reference(file, NAME_AND_TYPE, 9, 10);
            reference(file, METHOD, 4, 11);
            name(file, "transform");
            name(file, "(Ljava/lang/Module;" + PARAMETERS);
            name(file, "Code");
            file.writeShort(FINAL | SUPER);
            file.writeShort(2);
            file.writeShort(4);
            file.writeShort(0);
            file.writeShort(0);
            file.writeShort(2);
            forwarding(file, 0, 5, 6, 2, INVOKESPECIAL, 8, RETURN);
            forwarding(file, PUBLIC, 13, 14, 7, INVOKEVIRTUAL, 12, ARETURN);
            file.writeShort(0);
        } catch (IOException e) {
            throw new IllegalStateException("nothing is written but to memory", e);
        }
        return bytes.toByteArray();
    }

    private static void name(DataOutputStream file, String name) throws IOException {
        file.writeByte(UTF8);
        file.writeUTF(name);
    }

    private static void reference(DataOutputStream file, int tag, int... constants) throws IOException {
        file.writeByte(tag);
        for (int constant : constants) {
            file.writeShort(constant);
        }
    }

    /** A method that passes all that it gets, itself first, to another one. */
    private static void forwarding(
            DataOutputStream file, int flags, int name, int type, int values, int call, int target, int end)
            throws IOException {
        file.writeShort(flags);
        file.writeShort(name);
        file.writeShort(type);
        file.writeShort(1);
        file.writeShort(15);
        int length = 2 * values + 4;
        file.writeInt(length + 12);
        file.writeShort(values);
        file.writeShort(values);
        file.writeInt(length);
        for (int value = 0; value < values; value++) {
            file.writeByte(ALOAD);
            file.writeByte(value);
        }
        file.writeByte(call);
        file.writeShort(target);
        file.writeByte(end);
        file.writeInt(0);
    }
}
