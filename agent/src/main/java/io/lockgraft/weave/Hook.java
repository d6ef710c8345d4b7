package io.lockgraft.weave;

import java.lang.instrument.ClassFileTransformer;
import java.lang.reflect.InvocationTargetException;
import java.security.ProtectionDomain;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Where the JVM hands over each class file. Since Java 9 it says the module too, by a method that a class compiled for
 * Java 8 cannot override; on such a JVM a subclass that does is made of a few instructions.
 */
class Hook implements ClassFileTransformer {
    private static final String PARAMETERS =
            "Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/lang/Class;Ljava/security/ProtectionDomain;[B)[B";

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

    private static byte[] subclass() {
        String base = Hook.class.getName().replace('.', '/');
        String constructor = "(L" + Weaver.class.getName().replace('.', '/') + ";)V";
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, base + "WithModule", null, base, null);
        MethodVisitor init = writer.visitMethod(0, "<init>", constructor, null, null);
        forward(init, 2);
        init.visitMethodInsn(Opcodes.INVOKESPECIAL, base, "<init>", constructor, false);
        init.visitInsn(Opcodes.RETURN);
        init.visitMaxs(2, 2);
        MethodVisitor transform =
                writer.visitMethod(Opcodes.ACC_PUBLIC, "transform", "(Ljava/lang/Module;" + PARAMETERS, null, null);
        forward(transform, 7);
        transform.visitMethodInsn(Opcodes.INVOKEVIRTUAL, base, "inModule", "(Ljava/lang/Object;" + PARAMETERS, false);
        transform.visitInsn(Opcodes.ARETURN);
        transform.visitMaxs(7, 7);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void forward(MethodVisitor method, int references) {
        method.visitCode();
        for (int i = 0; i < references; i++) {
            method.visitVarInsn(Opcodes.ALOAD, i);
        }
    }
}
