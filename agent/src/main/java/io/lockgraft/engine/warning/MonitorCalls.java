package io.lockgraft.engine.warning;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The calls within one class that are made inside of a monitor which the called method may need: an instance method in
 * a synchronized one or in a block on {@code this}, a static one in the monitor of the class. Methods are written with
 * their descriptors, as {@code deduct(I)V}.
 */
final class MonitorCalls extends ClassVisitor {
    private final Set<String> wanted;
    private final Map<String, Set<String>> callers = new LinkedHashMap<>();
    private String internalName;

    private MonitorCalls(Set<String> wanted) {
        super(Opcodes.ASM9);
        this.wanted = wanted;
    }

    /** The callers of each of the wanted methods. */
    static Map<String, Set<String>> in(byte[] bytes, Set<String> wanted) {
        MonitorCalls calls = new MonitorCalls(wanted);
        new ClassReader(bytes).accept(calls, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return calls.callers;
    }

    @Override
    public void visit(int version, int access, String name, String generic, String parent, String[] interfaces) {
        internalName = name;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String generic, String[] exceptions) {
        return new Code(access, name + descriptor);
    }

    /** Which monitor a stretch of code is in. */
    private enum Monitor {
        THIS,
        CLASS
    }

    /**
     * One method's code. A synchronized block is known by what compilers make of it: behind the instruction that enters
     * the monitor begins a stretch whose handler, for any exception, leaves it; all stretches with this handler are the
     * block.
     */
    private final class Code extends MethodVisitor {
        private final String method;
        private final boolean isStatic;
        private final boolean isSynchronized;
        private final Map<Label, List<Label>> begins = new HashMap<>();
        private final Map<Label, List<Label>> ends = new HashMap<>();
        /** By the handler of its stretches. */
        private final Map<Label, Monitor> blocks = new HashMap<>();

        private final Set<Label> inside = new HashSet<>();
        /** The monitor that lies on top of the stack, as far as the last instructions tell. */
        private Monitor pushed;

        private Monitor entered;

        Code(int access, String method) {
            super(Opcodes.ASM9);
            this.method = method;
            this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
            this.isSynchronized = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            if (type == null) {
                begins.putIfAbsent(start, new ArrayList<>(1));
                begins.get(start).add(handler);
                ends.putIfAbsent(end, new ArrayList<>(1));
                ends.get(end).add(handler);
            }
        }

        @Override
        public void visitLabel(Label label) {
            List<Label> ended = ends.get(label);
            if (ended != null) {
                inside.removeAll(ended);
            }
            List<Label> handlers = begins.get(label);
            if (handlers == null) {
                return;
            }
            inside.addAll(handlers);
            if (entered != null) {
                // A handler of what stands first inside of the block is listed before the block's own.
                blocks.put(handlers.get(handlers.size() - 1), entered);
                entered = null;
            }
        }

        @Override
        public void visitVarInsn(int opcode, int slot) {
            if (opcode == Opcodes.ALOAD) {
                pushed = slot == 0 && !isStatic ? Monitor.THIS : null;
            } else if (opcode != Opcodes.ASTORE) {
                pushed = null;
            }
        }

        @Override
        public void visitLdcInsn(Object value) {
            pushed = value.equals(Type.getObjectType(internalName)) ? Monitor.CLASS : null;
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.MONITORENTER) {
                entered = pushed;
            }
            if (opcode != Opcodes.DUP) {
                pushed = null;
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            pushed = null;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            pushed = null;
            String called = name + descriptor;
            if (owner.equals(internalName)
                    && wanted.contains(called)
                    && !called.equals(method)
                    && isIn(opcode == Opcodes.INVOKESTATIC ? Monitor.CLASS : Monitor.THIS)) {
                callers.putIfAbsent(called, new LinkedHashSet<>());
                callers.get(called).add(method);
            }
        }

        private boolean isIn(Monitor monitor) {
            if (isSynchronized && isStatic == (monitor == Monitor.CLASS)) {
                return true;
            }
            for (Label handler : inside) {
                if (blocks.get(handler) == monitor) {
                    return true;
                }
            }
            return false;
        }
    }
}
