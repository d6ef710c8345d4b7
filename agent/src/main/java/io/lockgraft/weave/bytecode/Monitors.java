package io.lockgraft.weave.bytecode;

import io.lockgraft.weave.plan.MethodPlan;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.field.FieldList;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.pool.TypePool;

/**
 * The synchronized methods of a class whose monitor moves inside the lock. The JVM enters the monitor of a synchronized
 * method before any of its code, so that the wait for the lock would happen inside it, and calls with different keys
 * would queue behind each other.
 */
public final class Monitors extends AsmVisitorWrapper.AbstractBase {
    private final int version;
    private final Map<String, Scan> scans = new HashMap<>();

    public Monitors(int version) {
        this.version = version;
    }

    /** Why this method's monitor has to stay where it is, or null: then it moves. */
    public String add(MethodPlan plan, byte[] bytes) {
        Scan scan = new Scan(bytes, plan.key());
        if (scan.overwritesThis && !Modifier.isStatic(plan.method.modifiers())) {
            return "its body overwrites 'this'";
        }
        scans.put(plan.key(), scan);
        return null;
    }

    boolean isEmpty() {
        return scans.isEmpty();
    }

    @Override
    public ClassVisitor wrap(
            TypeDescription type,
            ClassVisitor visitor,
            Implementation.Context context,
            TypePool pool,
            FieldList<FieldDescription.InDefinedShape> fields,
            MethodList<?> methods,
            int writerFlags,
            int readerFlags) {
        return new ClassVisitor(Opcodes.ASM9, visitor) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String generic, String[] exceptions) {
                Scan scan = scans.get(name + descriptor);
                if (scan == null) {
                    return super.visitMethod(access, name, descriptor, generic, exceptions);
                }
                MethodVisitor method =
                        super.visitMethod(access & ~Opcodes.ACC_SYNCHRONIZED, name, descriptor, generic, exceptions);
                return method == null
                        ? null
                        : new MonitorInside(method, version, type.getInternalName(), access, descriptor, scan.returns);
            }
        };
    }

    /** What must be known of a synchronized method's code before its monitor can be moved. */
    private static final class Scan extends MethodVisitor {
        private int returns;
        /** Whether the body puts something else where {@code this} was. */
        private boolean overwritesThis;

        /** @param key name and descriptor of the method */
        Scan(byte[] bytes, final String key) {
            super(Opcodes.ASM9);
            ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(
                        int access, String name, String descriptor, String generic, String[] exceptions) {
                    return key.equals(name + descriptor) ? Scan.this : null;
                }
            };
            new ClassReader(bytes).accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
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
    }
}
