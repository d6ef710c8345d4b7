package io.lockgraft.weave;

import static io.lockgraft.weave.WovenMethodTest.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.shop.weaving.PayService;
import io.lockgraft.bootstrap.LockGate;
import io.lockgraft.type.LoaderTypes;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** What cannot be locked as its rule says does not run unlocked, unless the rule fails open. */
class FailClosedTest {
    private static final String CLASS = "com.shop.weaving.PayService";

    @Test
    void aRuleThatDoesNotFitIsWovenWithItsRefusal() throws Throwable {
        try (Weaving weaving = Weaving.misfit(false, "PayDto has no property 'orderNr'", CLASS + ".pay")) {
            call(WovenMethodTest.service(), "pay", "A", 1);

            assertThat(weaving.gate.refused.values()).containsExactly("PayDto has no property 'orderNr'");
            assertThat(weaving.coverage.asMap().toString())
                    .contains("state=refused", "reason=PayDto has no property 'orderNr'");
            assertThat(weaving.weaver.refusals().started())
                    .extracting(Object::toString)
                    .containsExactly("rules.yaml:1:1: rule 'r0' cannot be applied to " + CLASS
                            + ".pay(java.lang.String, int): PayDto has no property 'orderNr'");
        }
    }

    @Test
    void aRuleThatFailsOpenRefusesNothing() throws Throwable {
        try (Weaving weaving = Weaving.misfit(true, "PayDto has no property 'orderNr'", CLASS + ".pay")) {
            call(WovenMethodTest.service(), "pay", "A", 1);

            assertThat(weaving.coverage.asMap().toString()).contains("state=not applied");
            assertThat(weaving.weaver.refusals().started()).isEmpty();
        }
    }

    @Test
    void aMethodThatIsTooLargeToBeWovenThrowsOnCall() throws Throwable {
        try (Weaving weaving = Weaving.of("com.shop.generated.Large.work")) {
            Object large = large();

            assertThatThrownBy(() -> call(large, "work", 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("must not run without its lock")
                    .hasMessageContaining("Method too large");
            assertThat(call(large, "other")).isEqualTo(7);
            assertThat(weaving.gate.calls).isEmpty();
            assertThat(weaving.coverage.asMap().toString()).contains("state=refused");
        }
    }

    @Test
    void aClassWhoseLoaderHidesTheGateThrowsOnCallAndNamesTheProperty() throws Throwable {
        try (Weaving weaving = Weaving.of(CLASS + ".pay")) {
            Object service =
                    new Hiding().loadClass(CLASS).getDeclaredConstructor().newInstance();

            assertThatThrownBy(() -> call(service, "pay", "A", 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("hides io.lockgraft.bootstrap")
                    .hasMessageContaining("-Dorg.osgi.framework.bootdelegation=");
            assertThat(call(service, "callSecret")).isEqualTo(true);
            assertThat(weaving.gate.calls).isEmpty();
        }
    }

    @Test
    void aClassFileThatCannotBeReadDoesNotLoad() {
        try (Weaving weaving = Weaving.of(CLASS + ".pay")) {
            byte[] bytes = LoaderTypes.bytes(PayService.class.getClassLoader(), CLASS);
            // The JVM does not look into an attribute that it does not need; the reader stumbles over it.
            byte[] cut = java.util.Arrays.copyOf(bytes, bytes.length / 2);

            assertThatThrownBy(() -> Weaving.defining(Map.of(CLASS, cut)).loadClass(CLASS))
                    .isInstanceOf(ClassFormatError.class);
            assertThat(weaving.gate.calls).isEmpty();
        }
    }

    /** A method of nearly 64 KB. */
    private static Object large() throws Exception {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "com/shop/generated/Large", null, "java/lang/Object", null);
        MethodVisitor init = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        init.visitVarInsn(Opcodes.ALOAD, 0);
        init.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        init.visitInsn(Opcodes.RETURN);
        init.visitMaxs(0, 0);
        MethodVisitor work = writer.visitMethod(Opcodes.ACC_PUBLIC, "work", "(I)I", null, null);
        for (int i = 0; i < 65_530; i++) {
            work.visitInsn(Opcodes.NOP);
        }
        work.visitVarInsn(Opcodes.ILOAD, 1);
        work.visitInsn(Opcodes.IRETURN);
        work.visitMaxs(0, 0);
        MethodVisitor other = writer.visitMethod(Opcodes.ACC_PUBLIC, "other", "()I", null, null);
        other.visitIntInsn(Opcodes.BIPUSH, 7);
        other.visitInsn(Opcodes.IRETURN);
        other.visitMaxs(0, 0);
        return Weaving.defining(Map.of("com.shop.generated.Large", writer.toByteArray()))
                .loadClass("com.shop.generated.Large")
                .getDeclaredConstructor()
                .newInstance();
    }

    /** As OSGi: it has the application's classes and the JDK's, and knows of nothing else. */
    private static final class Hiding extends ClassLoader {
        private final byte[] bytes = LoaderTypes.bytes(PayService.class.getClassLoader(), CLASS);

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(LockGate.class.getName())) {
                throw new ClassNotFoundException(name);
            }
            if (name.equals(CLASS)) {
                return defineClass(name, bytes, 0, bytes.length);
            }
            return super.loadClass(name, resolve);
        }
    }
}
