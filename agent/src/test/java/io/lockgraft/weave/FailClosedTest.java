package io.lockgraft.weave;

import static io.lockgraft.weave.WovenMethodTest.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.shop.weaving.PayService;
import com.shop.weaving.Shelf;
import io.lockgraft.bootstrap.LockGate;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** What cannot be locked as its rule says does not run unlocked, unless the rule fails open. */
@Shows("no memory, no stack, while a class with a rule loads")
class FailClosedTest {
    private static final String CLASS = "com.shop.weaving.PayService";
    private static final String SHELF = "com.shop.weaving.Shelf";

    @Test
    void aRuleThatDoesNotFitIsWovenWithItsRefusal() throws Throwable {
        try (Weaving weaving = Weaving.misfit(false, "PayDto has no property 'orderNr'", CLASS + ".pay")) {
            call(WovenMethodTest.service(), "pay", "A", 1);

            assertThat(weaving.gate.refused).containsOnly("PayDto has no property 'orderNr'");
            assertThat(weaving.coverage.asMap(Map.of()).toString())
                    .contains("state=refused", "reason=PayDto has no property 'orderNr'");
            assertThat(weaving.weaver.planner.started())
                    .extracting(Object::toString)
                    .containsExactly("rules.yaml:1:1: rule 'r0' cannot be applied to " + CLASS
                            + ".pay(java.lang.String, int): PayDto has no property 'orderNr'");
        }
    }

    @Test
    void aRuleThatFailsOpenRefusesNothing() throws Throwable {
        try (Weaving weaving = Weaving.misfit(true, "PayDto has no property 'orderNr'", CLASS + ".pay")) {
            call(WovenMethodTest.service(), "pay", "A", 1);

            assertThat(weaving.coverage.asMap(Map.of()).toString()).contains("state=not applied");
            assertThat(weaving.weaver.planner.started()).isEmpty();
        }
    }

    @Test
    void aMethodWhoseWorkIsNotSeenIsRefusedWhereItsRuleIsStrict() throws Exception {
        Rule strict = RuleBuilder.named("r0")
                .methods(List.of(Weaving.parse(SHELF + ".later")))
                .hold(Duration.ZERO, null, OnExceeded.WARN, Until.STRICT)
                .build();
        try (Weaving weaving = Weaving.of(RuleBuilder.file(List.of(strict)))) {
            Class.forName(SHELF, true, Weaving.reloading(Shelf.class));

            assertThat(weaving.weaver.planner.started())
                    .extracting(Object::toString)
                    .singleElement()
                    .asString()
                    .contains("rule 'r0' cannot be applied to " + SHELF + ".later(java.lang.String): it returns"
                            + " java.util.concurrent.Future: the lock ends when the method returns");
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
            assertThat(weaving.coverage.asMap(Map.of()).toString()).contains("state=refused");
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
    @FailsWithout("`Weaver#NO_CLASS` answers an unreadable class, so it does not load; an empty array would"
            + " mean 'unchanged'")
    void aClassFileThatTheJvmTakesAndTheWeaverCannotReadDoesNotLoad() throws Throwable {
        String name = "com.shop.generated.Unreadable1";
        assertThat(call(unreadable(name), "pay")).as("without the agent").isEqualTo(7);

        try (Weaving weaving = Weaving.of(name + ".pay")) {
            assertThatThrownBy(() -> unreadable(name)).isInstanceOf(ClassFormatError.class);
            assertThat(weaving.gate.calls).isEmpty();
        }
    }

    @Test
    void aClassFileThatCannotBeReadLoadsWhereAllItsRulesFailOpen() throws Throwable {
        String name = "com.shop.generated.Unreadable2";
        Rules rules = Weaving.rules(true, name + ".pay");
        Rule closed = Weaving.rules(false, "com.shop.*.Unreadable2.pay").rules().get(0);

        try (Weaving weaving = Weaving.of(rules)) {
            assertThat(call(unreadable(name), "pay")).isEqualTo(7);
        }
        try (Weaving weaving = Weaving.of(RuleBuilder.file(List.of(rules.rules().get(0), closed)))) {
            assertThatThrownBy(() -> unreadable(name)).isInstanceOf(ClassFormatError.class);
        }
    }

    @Test
    @FailsWithout("`Weaver#NO_CLASS` answers an unreadable class, so it does not load; an empty array would"
            + " mean 'unchanged'")
    void aLoadedClassThatCannotBeReadIsAProblem() throws Throwable {
        for (String pattern : List.of("Unreadable3.pay", "Unreadable3Base+.pay")) {
            Class<?> loaded = Weaving.defining(Map.of(
                            "com.shop.generated.Unreadable3", unreadableFile("com.shop.generated.Unreadable3", true),
                            "com.shop.generated.Unreadable3Base",
                                    unreadableFile("com.shop.generated.Unreadable3Base", false)))
                    .loadClass("com.shop.generated.Unreadable3");
            try (Weaving weaving = Weaving.of("com.shop.generated." + pattern)) {
                weaving.weaver.weaveLoaded();

                assertThat(weaving.weaver.problems())
                        .extracting(Problem::message)
                        .contains("rule 'r0' cannot be applied to " + loaded.getName()
                                + ": it is loaded already, and the JVM does not accept the change:"
                                + " java.lang.ClassFormatError");
            }
        }
    }

    @Test
    void aNamedClassWhoseFileCannotBeReadIsAProblemBeforeItLoads() throws Exception {
        String name = "com.shop.generated.Unreadable4";
        Path file = onTheClassPath(name, unreadableFile(name, false));
        try (Weaving closed = Weaving.of(name + ".pay");
                Weaving open = Weaving.of(Weaving.rules(true, name + ".pay"))) {
            closed.weaver.weaveLoaded();
            open.weaver.weaveLoaded();

            assertThat(closed.weaver.problems())
                    .extracting(Problem::message)
                    .containsExactly("rule 'r0' cannot be applied to " + name
                            + ": its class file cannot be read: the class file (version 52) is damaged, or newer than"
                            + " Lockgraft can read");
            assertThat(open.weaver.problems()).isEmpty();
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void aNamedClassWhoseFileIsEncryptedIsJudgedAsItIsLoaded() throws Exception {
        String name = "com.shop.generated.Encrypted";
        Path file = onTheClassPath(name, "what some loader makes a class file of".getBytes(StandardCharsets.UTF_8));
        try (Weaving weaving = Weaving.of(name + ".pay")) {
            weaving.weaver.weaveLoaded();

            assertThat(weaving.weaver.problems()).isEmpty();
        } finally {
            Files.delete(file);
        }
    }

    private static Path onTheClassPath(String name, byte[] bytes) throws Exception {
        Path root = Path.of(FailClosedTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path file = root.resolve(name.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        return Files.write(file, bytes);
    }

    private static Object unreadable(String name) throws Exception {
        return Weaving.defining(Map.of(name, unreadableFile(name, false)))
                .loadClass(name)
                .getDeclaredConstructor()
                .newInstance();
    }

    /** The JVM looks into no annotation as it loads a class; the reader stumbles over one whose type is none. */
    private static byte[] unreadableFile(String name, boolean derived) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        String parent = derived ? name.replace('.', '/') + "Base" : "java/lang/Object";
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, name.replace('.', '/'), null, parent, null);
        writer.visitAnnotation("?", true).visitEnd();
        Weaving.constructor(writer, parent);
        MethodVisitor pay = writer.visitMethod(Opcodes.ACC_PUBLIC, "pay", "()I", null, null);
        pay.visitIntInsn(Opcodes.BIPUSH, 7);
        pay.visitInsn(Opcodes.IRETURN);
        pay.visitMaxs(0, 0);
        return writer.toByteArray();
    }

    @Test
    @FailsWithout("`Weaver#transform` has its answer ready before it tries anything that may fail")
    void aClassThatCannotBeReadDoesNotLoadThoughThereIsNoRoomToSaySo() {
        try (Weaving weaving = Weaving.of(CLASS + ".pay")) {
            Log.to(new PrintStream(OutputStream.nullOutputStream()) {
                @Override
                public void println(String line) {
                    throw new StackOverflowError();
                }
            });

            byte[] answer = weaving.weaver.transform(
                    getClass().getClassLoader(), "com/shop/weaving/PayService", null, null, new byte[9]);

            assertThat(answer).containsExactly(0);
        } finally {
            Log.to(System.err);
        }
    }

    /** Woven, kept from loading, or of no rule's at all: never let through because an error came out. */
    @Test
    @FailsWithout("`Weaver#transform` has its answer ready before it tries anything that may fail")
    void noErrorComesOutOfTheTransformerWhereverTheStackEnds() throws Exception {
        try (Weaving weaving = Weaving.of(CLASS + ".pay")) {
            Log.to(new PrintStream(OutputStream.nullOutputStream()));
            // All that is needed for the answer is loaded by that.
            new Descent(weaving.weaver, "com/shop/weaving/PayService").bring();
            String[] names = {"com/shop/weaving/PayService", "com/shop/Other"};
            for (int round = 0; round < 5; round++) {
                for (String name : names) {
                    Descent descent = new Descent(weaving.weaver, name);
                    Thread deep = new Thread(null, descent, "deep", 256 * 1024);
                    deep.start();
                    deep.join();
                    assertThat(descent.hasEscaped()).as("an error came out").isFalse();
                    assertThat(descent.unwoven).as("let through").isZero();
                }
            }
        } finally {
            Log.to(System.err);
        }
    }

    /** Goes down to the end of the stack, and on the way back brings a class at each depth. */
    private static final class Descent implements Runnable {
        private final Weaver weaver;
        private final String name;
        private int left = 600;
        private final List<StackOverflowError> ends = new ArrayList<>(600);
        private int unwoven;

        Descent(Weaver weaver, String name) {
            this.weaver = weaver;
            this.name = name;
        }

        @Override
        @SuppressWarnings("InfiniteRecursion")
        public void run() {
            try {
                run();
            } catch (StackOverflowError e) {
                // The deepest.
            }
            if (left-- <= 0) {
                return;
            }
            try {
                bring();
            } catch (StackOverflowError e) {
                ends.add(e);
            }
        }

        /** Where the stack ends before the transformer begins, there is nothing that it could do. */
        boolean hasEscaped() {
            for (StackOverflowError end : ends) {
                StackTraceElement[] frames = end.getStackTrace();
                for (int i = 1; i < frames.length && i < 50; i++) {
                    if (frames[i].getClassName().equals(Weaver.class.getName())) {
                        return true;
                    }
                }
            }
            return false;
        }

        /** A class file that cannot be read. */
        void bring() {
            byte[] answer = weaver.transform(FailClosedTest.class.getClassLoader(), name, null, null, new byte[9]);
            unwoven += answer == null && name.endsWith("PayService") ? 1 : 0;
        }
    }

    /** A method of nearly 64 KB. */
    private static Object large() throws Exception {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "com/shop/generated/Large", null, "java/lang/Object", null);
        Weaving.constructor(writer, "java/lang/Object");
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
