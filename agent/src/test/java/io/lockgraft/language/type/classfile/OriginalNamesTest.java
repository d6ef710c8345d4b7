package io.lockgraft.language.type.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.testing.FailsWithout;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

@FailsWithout("`OriginalNames` finds parameter names that another agent took out")
class OriginalNamesTest {
    private final byte[] file = LoaderTypes.bytes(Pay.class.getClassLoader(), Pay.class.getName());

    @Test
    void namesThatAnotherAgentTookOutAreThoseOfTheClassFile() {
        TypeShape given = ClassFiles.read(without(file));
        assertThat(method(given, "pay").lacksNames()).isTrue();

        TypeShape complete = OriginalNames.complete(given, file);

        assertThat(method(complete, "pay").parameterNames()).isEqualTo(List.of("order", "amount"));
        assertThat(method(complete, "open").parameterNames()).isEqualTo(List.of("till"));
        assertThat(method(complete, "close").lacksNames())
                .as("it has no parameters")
                .isFalse();
        assertThat(complete.fields()).isEqualTo(given.fields());
    }

    @Test
    void whatTheClassFileDoesNotTellEitherWasCompiledSo() {
        TypeShape complete = OriginalNames.complete(ClassFiles.read(without(file)), without(file));

        assertThat(method(complete, "pay").lacksNames()).isTrue();
        assertThat(method(complete, "pay").whyNoNames())
                .isEqualTo(" are not in its class file (compiled without -g and -parameters)");
    }

    @Test
    void aClassFileThatIsNotToBeHadOrIsAnotherClassesGivesNoNames() {
        byte[] other = LoaderTypes.bytes(getClass().getClassLoader(), getClass().getName());
        for (byte[] original : new byte[][] {null, {1, 2, 3}, other}) {
            MethodShape pay = method(OriginalNames.complete(ClassFiles.read(without(file)), original), "pay");

            assertThat(pay.lacksNames()).isTrue();
            assertThat(pay.whyNoNames())
                    .isEqualTo(" are not in the bytes of its class that came to Lockgraft, and its class file cannot be"
                            + " read (compiled without -g and -parameters, or another agent took them out)");
        }
    }

    @Test
    void aMethodWithAnotherDescriptorGivesNoNames() {
        byte[] changed = rewritten(file, Opcodes.ACC_PUBLIC, "(Ljava/lang/String;J)V");

        MethodShape pay = method(OriginalNames.complete(ClassFiles.read(changed), file), "pay");

        assertThat(pay.lacksNames()).isTrue();
        assertThat(pay.whyNoNames()).endsWith("its class file has no such method (another agent has made it)");
    }

    @Test
    void aMethodThatHasBecomeStaticGivesNoNames() {
        byte[] changed = rewritten(file, Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "(Ljava/lang/String;I)V");

        assertThat(method(OriginalNames.complete(ClassFiles.read(changed), file), "pay")
                        .lacksNames())
                .isTrue();
    }

    private static MethodShape method(TypeShape type, String name) {
        return type.methods().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Without debug information and parameter names, as some agents write it. */
    private static byte[] without(byte[] bytes) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytes).accept(writer, ClassReader.SKIP_DEBUG);
        return writer.toByteArray();
    }

    /** With this method pay in the place of its own. */
    private static byte[] rewritten(byte[] bytes, int access, String descriptor) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int flags, String name, String type, String generic, String[] exceptions) {
                                boolean pay = name.equals("pay");
                                return super.visitMethod(
                                        pay ? access : flags, name, pay ? descriptor : type, generic, exceptions);
                            }
                        },
                        ClassReader.SKIP_DEBUG);
        return writer.toByteArray();
    }

    static class Pay {
        String paid;

        void pay(String order, int amount) {}

        static void open(long till) {}

        void close() {}
    }
}
