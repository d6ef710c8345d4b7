package com.example.app;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Another agent, which makes Watched say "as changed", first when it loads and once more by retransforming it. */
public final class ChangingAgent {
    private ChangingAgent() {}

    public static void premain(String argument, Instrumentation instrumentation) throws Exception {
        instrumentation.addTransformer(
                new ClassFileTransformer() {
                    @Override
                    public byte[] transform(
                            ClassLoader loader,
                            String name,
                            Class<?> redefined,
                            ProtectionDomain domain,
                            byte[] bytes) {
                        return "com/example/app/Watched".equals(name) ? change(bytes) : null;
                    }
                },
                true);
        instrumentation.retransformClasses(Class.forName("com.example.app.Watched"));
    }

    private static byte[] change(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
                        return new MethodVisitor(Opcodes.ASM9, to) {
                            @Override
                            public void visitLdcInsn(Object constant) {
                                super.visitLdcInsn(" as written".equals(constant) ? " as changed" : constant);
                            }
                        };
                    }
                },
                0);
        return writer.toByteArray();
    }
}
