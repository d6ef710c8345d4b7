package io.lockgraft.weave.bytecode;

import io.lockgraft.spi.log.Log;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Puts back the parameter names that the JVM drops from a class that is transformed after it was loaded. Before Java 19
 * the bytes that the JVM makes of such a class have no attribute MethodParameters (JDK-8240908), not for any of its
 * methods. Frameworks read these names at run time: without them Spring 6 answers a request with an error.
 */
public final class LostParameters extends ClassVisitor {
    /** The parameters that the class file declares, by name and descriptor of the method. */
    private final Map<String, List<Parameter>> declared;

    private LostParameters(ClassWriter writer, Map<String, List<Parameter>> declared) {
        super(Opcodes.ASM9, writer);
        this.declared = declared;
    }

    /**
     * The same bytes, or a copy with the parameters that only the class file declares.
     *
     * @param bytes a class as the JVM hands it to a transformer
     * @param classFile the class as its loader hands it out, or null where that does not
     */
    public static byte[] putBack(byte[] bytes, byte[] classFile) {
        if (classFile == null) {
            return bytes;
        }
        Map<String, List<Parameter>> lost;
        try {
            lost = parameters(new ClassReader(classFile));
        } catch (RuntimeException unreadable) {
            Log.debug("a class file cannot be read, so that its parameters may have lost their names: " + unreadable);
            return bytes;
        }
        ClassReader reader = new ClassReader(bytes);
        lost.keySet().removeAll(parameters(reader).keySet());
        if (lost.isEmpty()) {
            return bytes;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new LostParameters(writer, lost), 0);
        return writer.toByteArray();
    }

    /** Without a lambda: it may run before main, where an early Java 8 crashes on one. */
    private static Map<String, List<Parameter>> parameters(ClassReader reader) {
        Map<String, List<Parameter>> all = new HashMap<>();
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String method, String descriptor, String generic, String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                    private final List<Parameter> its = new ArrayList<>(2);

                    @Override
                    public void visitParameter(String name, int flags) {
                        its.add(new Parameter(name, flags));
                        all.put(method + descriptor, its);
                    }
                };
            }
        };
        reader.accept(visitor, ClassReader.SKIP_CODE);
        return all;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String generic, String[] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, generic, exceptions);
        List<Parameter> its = declared.get(name + descriptor);
        if (its == null) {
            return method;
        }
        for (Parameter each : its) {
            method.visitParameter(each.name, each.flags);
        }
        // Not the writer's own: for that the reader would copy the method's attributes as they are.
        return new MethodVisitor(Opcodes.ASM9, method) {};
    }

    /** One entry of a MethodParameters attribute. */
    private static final class Parameter {
        /** Null for a parameter that has flags alone. */
        private final String name;

        private final int flags;

        Parameter(String name, int flags) {
            this.name = name;
            this.flags = flags;
        }
    }
}
