package io.lockgraft.weave;

import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A class file of a chosen version, as the compilers of its time wrote them: with jsr, without stack maps or class
 * constants.
 */
final class OldClass {
    static final String NAME = "com.shop.generated.Old";

    private static final String INTERNAL = NAME.replace('.', '/');

    private final ClassWriter writer;
    private final int version;

    private OldClass(int version) {
        this.version = version;
        this.writer = new ClassWriter(version >= Opcodes.V1_6 ? ClassWriter.COMPUTE_FRAMES : ClassWriter.COMPUTE_MAXS) {
            @Override
            protected String getCommonSuperClass(String a, String b) {
                return "java/lang/Object";
            }
        };
    }

    /**
     * Has {@code long loop(int, long)}, {@code static synchronized boolean holdsClass()}, {@code synchronized boolean
     * holds()}, {@code int finish(int)} with a finally, and {@code synchronized int overwrite()}.
     */
    static byte[] of(int version) {
        OldClass made = new OldClass(version);
        made.writer.visit(version, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, INTERNAL, null, "java/lang/Object", null);
        made.writer.visitField(Opcodes.ACC_PUBLIC, "finished", "I", null, null);
        made.constructor();
        made.loop();
        made.holds();
        made.holdsClass();
        made.finish();
        made.overwrite();
        made.writer.visitEnd();
        return made.writer.toByteArray();
    }

    private MethodVisitor method(int access, String name, String descriptor) {
        MethodVisitor method = writer.visitMethod(access, name, descriptor, null, null);
        method.visitCode();
        return method;
    }

    private static void end(MethodVisitor method) {
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private void constructor() {
        MethodVisitor method = method(Opcodes.ACC_PUBLIC, "<init>", "()V");
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        method.visitInsn(Opcodes.RETURN);
        end(method);
    }

    /** Counts its argument down to zero and adds each to the second; a loop that begins at the first instruction. */
    private void loop() {
        MethodVisitor method = method(Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED, "loop", "(IJ)J");
        Label begin = new Label();
        Label done = new Label();
        method.visitLabel(begin);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitJumpInsn(Opcodes.IFLE, done);
        method.visitVarInsn(Opcodes.LLOAD, 2);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitInsn(Opcodes.I2L);
        method.visitInsn(Opcodes.LADD);
        method.visitVarInsn(Opcodes.LSTORE, 2);
        method.visitIincInsn(1, -1);
        method.visitJumpInsn(Opcodes.GOTO, begin);
        method.visitLabel(done);
        method.visitVarInsn(Opcodes.LLOAD, 2);
        method.visitInsn(Opcodes.LRETURN);
        end(method);
    }

    private void holds() {
        MethodVisitor method = method(Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED, "holds", "()Z");
        method.visitVarInsn(Opcodes.ALOAD, 0);
        holdsLock(method);
    }

    private void holdsClass() {
        MethodVisitor method =
                method(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED, "holdsClass", "()Z");
        if (version >= Opcodes.V1_5) {
            method.visitLdcInsn(Type.getObjectType(INTERNAL));
        } else {
            method.visitLdcInsn(NAME);
            method.visitMethodInsn(
                    Opcodes.INVOKESTATIC, "java/lang/Class", "forName", "(Ljava/lang/String;)Ljava/lang/Class;", false);
        }
        holdsLock(method);
    }

    private static void holdsLock(MethodVisitor method) {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "holdsLock", "(Ljava/lang/Object;)Z", false);
        method.visitInsn(Opcodes.IRETURN);
        end(method);
    }

    /** 100 / argument, in a try whose finally counts: by a subroutine where the version has them. */
    private void finish() {
        MethodVisitor method = method(Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED, "finish", "(I)I");
        Label begin = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label subroutine = new Label();
        method.visitTryCatchBlock(begin, end, handler, null);
        method.visitLabel(begin);
        method.visitIntInsn(Opcodes.BIPUSH, 100);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitInsn(Opcodes.IDIV);
        method.visitVarInsn(Opcodes.ISTORE, 2);
        method.visitLabel(end);
        finallyBlock(method, subroutine);
        method.visitVarInsn(Opcodes.ILOAD, 2);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(handler);
        method.visitVarInsn(Opcodes.ASTORE, 3);
        finallyBlock(method, subroutine);
        method.visitVarInsn(Opcodes.ALOAD, 3);
        method.visitInsn(Opcodes.ATHROW);
        if (hasSubroutines()) {
            method.visitLabel(subroutine);
            method.visitVarInsn(Opcodes.ASTORE, 4);
            count(method);
            method.visitVarInsn(Opcodes.RET, 4);
        }
        end(method);
    }

    private boolean hasSubroutines() {
        return version < Opcodes.V1_6;
    }

    private void finallyBlock(MethodVisitor method, Label subroutine) {
        if (hasSubroutines()) {
            method.visitJumpInsn(Opcodes.JSR, subroutine);
        } else {
            count(method);
        }
    }

    private static void count(MethodVisitor method) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitInsn(Opcodes.DUP);
        method.visitFieldInsn(Opcodes.GETFIELD, INTERNAL, "finished", "I");
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IADD);
        method.visitFieldInsn(Opcodes.PUTFIELD, INTERNAL, "finished", "I");
    }

    /** Uses the slot of this for something else, as obfuscators do. */
    private void overwrite() {
        MethodVisitor method = method(Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED, "overwrite", "()I");
        method.visitIntInsn(Opcodes.BIPUSH, 42);
        method.visitVarInsn(Opcodes.ISTORE, 0);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitInsn(Opcodes.IRETURN);
        end(method);
    }
}
