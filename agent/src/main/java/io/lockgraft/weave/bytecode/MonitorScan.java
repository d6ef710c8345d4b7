package io.lockgraft.weave.bytecode;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** What must be known of a synchronized method's code before its monitor can be moved. */
final class MonitorScan extends MethodVisitor {
    private int returns;
    private boolean overwritesThis;

    private MonitorScan() {
        super(Opcodes.ASM9);
    }

    /** @param key name and descriptor of the method */
    static MonitorScan of(byte[] bytes, final String key) {
        final MonitorScan scan = new MonitorScan();
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String generic, String[] exceptions) {
                return key.equals(name + descriptor) ? scan : null;
            }
        };
        new ClassReader(bytes).accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return scan;
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            returns++;
        }
    }

    @Override
    public void visitVarInsn(int opcode, int slot) {
        overwritesThis |= slot == 0 && opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
    }

    int returns() {
        return returns;
    }

    /** Whether the body puts something else where {@code this} was. */
    boolean overwritesThis() {
        return overwritesThis;
    }
}
