package io.lockgraft.weave.bytecode;

import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The last resort for methods that must not run unlocked and cannot be woven: their bodies are replaced by a throw. It
 * needs nothing but the JDK's own IllegalStateException, and hardly any code that might fail too.
 */
public final class Barrier {
    private Barrier() {}

    /**
     * The class file with these methods closed.
     *
     * @param closed their names and descriptors
     * @param message what they throw: why, and what to do
     * @param moved the methods that must have lost their synchronized flag
     */
    public static byte[] raise(byte[] bytes, final Set<String> closed, final String message, final Set<String> moved) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        ClassVisitor closing = new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String generic, String[] exceptions) {
                String key = name + descriptor;
                if (!closed.contains(key)) {
                    return super.visitMethod(access, name, descriptor, generic, exceptions);
                }
                int flags = moved.contains(key) ? access & ~Opcodes.ACC_SYNCHRONIZED : access;
                MethodVisitor method = super.visitMethod(flags, name, descriptor, generic, exceptions);
                return thrower(method, message, Type.getArgumentsAndReturnSizes(descriptor) >> 2);
            }
        };
        reader.accept(closing, 0);
        return writer.toByteArray();
    }

    /** Keeps a method's annotations and replaces its code. */
    private static MethodVisitor thrower(final MethodVisitor method, final String message, final int locals) {
        return new MethodVisitor(Opcodes.ASM9, method) {
            @Override
            public void visitCode() {
                String exception = "java/lang/IllegalStateException";
                method.visitCode();
                method.visitTypeInsn(Opcodes.NEW, exception);
                method.visitInsn(Opcodes.DUP);
                method.visitLdcInsn(message);
                method.visitMethodInsn(Opcodes.INVOKESPECIAL, exception, "<init>", "(Ljava/lang/String;)V", false);
                method.visitInsn(Opcodes.ATHROW);
                method.visitMaxs(3, locals);
                method.visitEnd();
                // What follows is the old code: it goes nowhere.
                mv = null;
            }
        };
    }
}
