package io.lockgraft.weave.bytecode;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.visitor.ExceptionTableSensitiveMethodVisitor;

/**
 * Enters the monitor of a method that was synchronized at the beginning of its body and leaves it at every return and
 * on every exception, as a compiler does for a synchronized block.
 *
 * <p>The monitor is {@code this}, still in slot 0, or the class's constant. Class files before Java 5 have no class
 * constants: there the class is found by its name, as their compilers did.
 */
final class MonitorInside extends ExceptionTableSensitiveMethodVisitor {
    private final int version;
    private final String internalName;
    private final boolean isStatic;
    private final int argumentSlots;
    /** The protected stretches: from the beginning or behind a return up to the next return's monitorexit. */
    private final Label[] starts;

    private final Label[] ends;
    private final Label handler = new Label();
    private int stretch;

    MonitorInside(MethodVisitor visitor, int version, String internalName, int access, String descriptor, int returns) {
        super(Opcodes.ASM9, visitor);
        this.version = version;
        this.internalName = internalName;
        this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
        int sizes = Type.getArgumentsAndReturnSizes(descriptor) >> 2;
        this.argumentSlots = isStatic ? sizes - 1 : sizes;
        this.starts = new Label[returns + 1];
        this.ends = new Label[returns + 1];
        for (int i = 0; i <= returns; i++) {
            starts[i] = new Label();
            ends[i] = new Label();
        }
    }

    /**
     * Before the first instruction, and behind the body's own handlers, which must come first. Byte Buddy's advice adds
     * its handler at the first instruction that it sees, so ours must be known to it by then.
     */
    @Override
    protected void onAfterExceptionTable() {
        for (int i = 0; i < starts.length; i++) {
            super.visitTryCatchBlock(starts[i], ends[i], handler, null);
        }
        pushMonitor();
        super.visitInsn(Opcodes.MONITORENTER);
        super.visitLabel(starts[0]);
    }

    private void pushMonitor() {
        if (!isStatic) {
            super.visitVarInsn(Opcodes.ALOAD, 0);
        } else if (version >= Opcodes.V1_5) {
            super.visitLdcInsn(Type.getObjectType(internalName));
        } else {
            super.visitLdcInsn(internalName.replace('/', '.'));
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC, "java/lang/Class", "forName", "(Ljava/lang/String;)Ljava/lang/Class;", false);
        }
    }

    @Override
    protected void onVisitInsn(int opcode) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            pushMonitor();
            super.onVisitInsn(Opcodes.MONITOREXIT);
            super.visitLabel(ends[stretch++]);
            super.onVisitInsn(opcode);
            super.visitLabel(starts[stretch]);
        } else {
            super.onVisitInsn(opcode);
        }
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitLabel(handler);
        if (version >= Opcodes.V1_6) {
            Object[] locals = isStatic ? new Object[0] : new Object[] {internalName};
            super.visitFrame(Opcodes.F_FULL, locals.length, locals, 1, new Object[] {"java/lang/Throwable"});
        }
        pushMonitor();
        super.visitInsn(Opcodes.MONITOREXIT);
        // The handler guards itself, as compilers have it: so the last stretch is never empty either.
        super.visitLabel(ends[stretch]);
        super.visitInsn(Opcodes.ATHROW);
        // A class constant on top of a long result.
        super.visitMaxs(Math.max(maxStack + 1, 2), Math.max(maxLocals, argumentSlots));
    }
}
