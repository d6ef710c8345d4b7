package io.lockgraft.language.type.classfile;

import io.lockgraft.language.type.TypeNames;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Finds the lambdas and method references of a class file: the JVM makes their classes itself. */
public final class LambdaFinder extends MethodVisitor {
    private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";

    private final String in;
    private final List<LambdaCreation> found;
    private int line;

    private LambdaFinder(String in, List<LambdaCreation> found) {
        super(Opcodes.ASM9);
        this.in = in;
        this.found = found;
    }

    /** In the order of the class file. */
    public static List<LambdaCreation> in(byte[] classFile) {
        List<LambdaCreation> found = new ArrayList<>(0);
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String generic, String[] exceptions) {
                                // What makes a lambda again that was serialised makes none of its own.
                                return name.equals("$deserializeLambda$") ? null : new LambdaFinder(name, found);
                            }
                        },
                        ClassReader.SKIP_FRAMES);
        return found;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
        line = number;
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle factory, Object... arguments) {
        if (!factory.getOwner().equals(FACTORY) || arguments.length < 3 || !(arguments[1] instanceof Handle)) {
            return;
        }
        Handle body = (Handle) arguments[1];
        boolean isLambda =
                body.getName().startsWith("lambda$") || body.getName().contains("$lambda$");
        found.add(new LambdaCreation(
                Type.getReturnType(descriptor).getClassName(),
                name,
                TypeNames.of(((Type) arguments[2]).getArgumentTypes()),
                TypeNames.of(((Type) arguments[0]).getArgumentTypes()),
                isLambda ? null : body.getOwner().replace('/', '.') + '.' + body.getName(),
                (line == 0 ? "" : "line " + line + ", ") + "in " + in));
    }
}
