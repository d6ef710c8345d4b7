package io.lockgraft.cli;

import io.lockgraft.cli.classpath.ClassPath;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.type.TypeShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Finds the methods of an application that call a method of a type, to be named in its place. */
final class Callers {
    private static final int SYNTHETIC = 0x1000;

    private final String type;
    private final MethodPattern pattern;
    private final Set<String> found = new LinkedHashSet<>();

    /** Looks for callers of the methods of this type that the pattern matches. */
    Callers(TypeShape type, MethodPattern pattern) {
        this.type = type.name();
        this.pattern = pattern;
    }

    /** Returns the callers as patterns name them, those of the nearest package first. */
    List<String> in(ClassPath application) {
        for (String name : application.classNames()) {
            if (!name.equals(type)) {
                read(application, name);
            }
        }
        List<String> nearest = new ArrayList<>(found);
        nearest.sort(Comparator.comparing(this::common).reversed().thenComparing(Comparator.naturalOrder()));
        return nearest;
    }

    /** Returns the length of the package prefix that a caller shares with the type: the greater, the nearer. */
    private int common(String caller) {
        int same = 0;
        while (same < Math.min(caller.length(), type.length()) && caller.charAt(same) == type.charAt(same)) {
            same++;
        }
        return type.lastIndexOf('.', Math.max(0, same - 1));
    }

    private void read(ClassPath application, String name) {
        try {
            new ClassReader(application.bytes(name))
                    .accept(new Reader(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        } catch (RuntimeException unreadable) {
            // What cannot be read calls nothing; that it is so, others tell.
        }
    }

    private final class Reader extends ClassVisitor {
        private String owner;

        Reader() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(int version, int access, String name, String generic, String parent, String[] interfaces) {
            owner = name.replace('/', '.');
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String generic, String[] exceptions) {
            String caller = named(access, name);
            return caller == null ? null : code(owner + '.' + caller);
        }
    }

    /** The method of the source: of a lambda the one that it stands in; null where it has no name of its own. */
    private static String named(int access, String name) {
        if (name.startsWith("lambda$")) {
            int end = name.indexOf('$', "lambda$".length());
            String around = end < 0 ? "" : name.substring("lambda$".length(), end);
            return around.isEmpty() || around.equals("new") || around.equals("static") ? null : around;
        }
        return name.startsWith("<") || (access & SYNTHETIC) != 0 ? null : name;
    }

    private MethodVisitor code(String caller) {
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                look(owner, name);
            }

            @Override
            public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
                for (Object each : arguments) {
                    if (each instanceof Handle) {
                        look(((Handle) each).getOwner(), ((Handle) each).getName());
                    }
                }
            }

            private void look(String owner, String name) {
                if (owner.replace('/', '.').equals(type) && pattern.takesName(name)) {
                    found.add(caller);
                }
            }
        };
    }
}
