package io.lockgraft.it;

import static net.bytebuddy.jar.asm.Opcodes.ACC_PRIVATE;
import static net.bytebuddy.jar.asm.Opcodes.ACC_PUBLIC;
import static net.bytebuddy.jar.asm.Opcodes.ACC_STATIC;
import static net.bytebuddy.jar.asm.Opcodes.ACC_SUPER;
import static net.bytebuddy.jar.asm.Opcodes.ACC_SYNCHRONIZED;
import static net.bytebuddy.jar.asm.Opcodes.ALOAD;
import static net.bytebuddy.jar.asm.Opcodes.ARETURN;
import static net.bytebuddy.jar.asm.Opcodes.ASTORE;
import static net.bytebuddy.jar.asm.Opcodes.ATHROW;
import static net.bytebuddy.jar.asm.Opcodes.GETFIELD;
import static net.bytebuddy.jar.asm.Opcodes.GETSTATIC;
import static net.bytebuddy.jar.asm.Opcodes.ICONST_0;
import static net.bytebuddy.jar.asm.Opcodes.IFNE;
import static net.bytebuddy.jar.asm.Opcodes.ILOAD;
import static net.bytebuddy.jar.asm.Opcodes.INVOKESPECIAL;
import static net.bytebuddy.jar.asm.Opcodes.INVOKESTATIC;
import static net.bytebuddy.jar.asm.Opcodes.INVOKEVIRTUAL;
import static net.bytebuddy.jar.asm.Opcodes.ISTORE;
import static net.bytebuddy.jar.asm.Opcodes.JSR;
import static net.bytebuddy.jar.asm.Opcodes.PUTFIELD;
import static net.bytebuddy.jar.asm.Opcodes.RET;
import static net.bytebuddy.jar.asm.Opcodes.RETURN;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * A class file as the compilers before Java 8 wrote them, which none of today's can: a finally is a subroutine and
 * there are no stack maps before version 50. Its {@code run} prints what each of its methods returns.
 */
final class OldClass {
    static final String NAME = "com.example.old.Old";

    private static final String INTERNAL = NAME.replace('.', '/');
    private static final String LOOK = "(Ljava/lang/String;)Ljava/lang/String;";

    private final ClassWriter writer;
    private final int version;

    private OldClass(int version) {
        this.version = version;
        this.writer = new ClassWriter(version >= Opcodes.V1_6 ? ClassWriter.COMPUTE_FRAMES : ClassWriter.COMPUTE_MAXS);
    }

    /** Writes it below the folder. */
    static Path write(int version, Path folder) throws IOException {
        OldClass made = new OldClass(version);
        made.writer.visit(
                version, ACC_PUBLIC | ACC_SUPER, INTERNAL, null, "java/lang/Object", new String[] {"java/lang/Runnable"
                });
        made.writer.visitField(ACC_PRIVATE, "version", "Ljava/lang/String;", null, null);
        made.constructor();
        made.look(ACC_PUBLIC, "plain");
        made.look(ACC_PRIVATE, "hidden");
        made.look(ACC_PUBLIC | ACC_SYNCHRONIZED, "monitor");
        made.look(ACC_STATIC, "fixed");
        made.look(ACC_STATIC | ACC_SYNCHRONIZED, "fixedMonitor");
        made.withFinally();
        made.loop();
        made.run();
        made.writer.visitEnd();
        Path file = folder.resolve(INTERNAL + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, made.writer.toByteArray());
        return folder;
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
        MethodVisitor method = method(ACC_PUBLIC, "<init>", "(Ljava/lang/String;)V");
        method.visitVarInsn(ALOAD, 0);
        method.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        method.visitVarInsn(ALOAD, 0);
        method.visitVarInsn(ALOAD, 1);
        method.visitFieldInsn(PUTFIELD, INTERNAL, "version", "Ljava/lang/String;");
        method.visitInsn(RETURN);
        end(method);
    }

    private static void eye(MethodVisitor method) {
        method.visitMethodInsn(
                INVOKESTATIC, "com/example/app/Eye", "look", "(Ljava/lang/Object;)Ljava/lang/String;", false);
    }

    private void look(int access, String name) {
        MethodVisitor method = method(access, name, LOOK);
        method.visitVarInsn(ALOAD, (access & ACC_STATIC) == 0 ? 1 : 0);
        eye(method);
        method.visitInsn(ARETURN);
        end(method);
    }

    /** Looks in a try whose finally does nothing but go to its subroutine, where the version has them. */
    private void withFinally() {
        MethodVisitor method = method(ACC_PUBLIC, "withFinally", LOOK);
        Label begin = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label subroutine = new Label();
        boolean subroutines = version < Opcodes.V1_6;
        method.visitTryCatchBlock(begin, end, handler, null);
        method.visitLabel(begin);
        method.visitVarInsn(ALOAD, 1);
        eye(method);
        method.visitVarInsn(ASTORE, 2);
        method.visitLabel(end);
        if (subroutines) {
            method.visitJumpInsn(JSR, subroutine);
        }
        method.visitVarInsn(ALOAD, 2);
        method.visitInsn(ARETURN);
        method.visitLabel(handler);
        method.visitVarInsn(ASTORE, 3);
        if (subroutines) {
            method.visitJumpInsn(JSR, subroutine);
        }
        method.visitVarInsn(ALOAD, 3);
        method.visitInsn(ATHROW);
        if (subroutines) {
            method.visitLabel(subroutine);
            method.visitVarInsn(ASTORE, 4);
            method.visitVarInsn(RET, 4);
        }
        end(method);
    }

    /** Begins with the target of a jump, and puts something else into the slot of its argument. */
    private void loop() {
        MethodVisitor method = method(ACC_PUBLIC, "loop", LOOK);
        Label begin = new Label();
        Label again = new Label();
        method.visitInsn(ICONST_0);
        method.visitVarInsn(ISTORE, 2);
        method.visitLabel(begin);
        method.visitVarInsn(ALOAD, 1);
        eye(method);
        method.visitVarInsn(ASTORE, 3);
        method.visitVarInsn(ILOAD, 2);
        method.visitJumpInsn(IFNE, again);
        method.visitIincInsn(2, 1);
        method.visitJumpInsn(Opcodes.GOTO, begin);
        method.visitLabel(again);
        method.visitVarInsn(ALOAD, 3);
        method.visitVarInsn(ASTORE, 1);
        method.visitVarInsn(ALOAD, 1);
        method.visitInsn(ARETURN);
        end(method);
    }

    private void run() {
        MethodVisitor method = method(ACC_PUBLIC, "run", "()V");
        for (String name :
                new String[] {"plain", "hidden", "monitor", "withFinally", "loop", "fixed", "fixedMonitor"}) {
            boolean isStatic = name.startsWith("fixed");
            method.visitFieldInsn(GETSTATIC, "java/lang/System", "out", "Ljava/io/PrintStream;");
            if (!isStatic) {
                method.visitVarInsn(ALOAD, 0);
            }
            method.visitVarInsn(ALOAD, 0);
            method.visitFieldInsn(GETFIELD, INTERNAL, "version", "Ljava/lang/String;");
            method.visitLdcInsn("-" + name);
            method.visitMethodInsn(INVOKEVIRTUAL, "java/lang/String", "concat", LOOK, false);
            int call = isStatic ? INVOKESTATIC : name.equals("hidden") ? INVOKESPECIAL : INVOKEVIRTUAL;
            method.visitMethodInsn(call, INTERNAL, name, LOOK, false);
            method.visitMethodInsn(INVOKEVIRTUAL, "java/io/PrintStream", "println", "(Ljava/lang/String;)V", false);
        }
        method.visitInsn(RETURN);
        end(method);
    }
}
