package io.lockgraft.weave;

import static io.lockgraft.weave.WovenMethodTest.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.language.type.loader.LoaderName;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rules with a plus, where the class files of super types are hard to come by. */
@FailsWithout("`LoaderTypes` keeps class files defined from memory, and `Parents` forgets what it failed to read")
class SubtypesTest {
    private static final String BASE = "com.shop.sub.Base";
    private static final String MIDDLE = "com.shop.sub.Middle";
    private static final String CHILD = "com.shop.sub.Child";

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    @Test
    void aClassIsLeftAloneWhereTheFileOfItsSuperTypeIsNone() throws Throwable {
        for (String junk : List.of("", "what some loader makes a class file of")) {
            try (Weaving weaving = Weaving.of("com.shop.sub.Other+.pay")) {
                weaving.weaver.weaveLoaded();
                Memory loader = new Memory();
                loader.resources.put(MIDDLE, junk.getBytes(StandardCharsets.UTF_8));

                assertThat(call(loader.make(CHILD), "pay")).isEqualTo(7);

                assertThat(weaving.gate.calls).isEmpty();
            }
        }
    }

    @Test
    void whatFailsWhileItIsJudgedConcernsNoClassThatNoRuleNames() throws Throwable {
        try (Weaving weaving = Weaving.of(BASE + "+.pay")) {
            weaving.weaver.weaveLoaded();
            Memory loader = new Memory();
            loader.failure = new StackOverflowError();

            assertThat(call(loader.make(CHILD), "pay")).isEqualTo(7);
        }
    }

    @Test
    void aSuperTypeThatWasDefinedFromMemoryIsKnown() throws Throwable {
        try (Weaving weaving = Weaving.of(BASE + "+.pay")) {
            weaving.weaver.weaveLoaded();
            Memory loader = new Memory();
            loader.loadClass(BASE);
            loader.loadClass(MIDDLE);

            call(loader.make(CHILD), "pay");

            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
            assertThat(log.lines("r0")).containsExactly("[lockgraft] INFO rule 'r0' locks com.shop.sub.Base.pay()");
        }
    }

    @Test
    void aSuperTypeIsKnownThoughTheLoaderHandsOutWhatIsNoClassFile() throws Throwable {
        for (String junk : List.of("", "what the loader makes a class file of")) {
            try (Weaving weaving = Weaving.of(BASE + "+.pay")) {
                weaving.weaver.weaveLoaded();
                Memory loader = new Memory();
                for (String name : List.of(BASE, MIDDLE, CHILD)) {
                    loader.resources.put(name, junk.getBytes(StandardCharsets.UTF_8));
                    loader.loadClass(name);
                }

                call(loader.make(CHILD), "pay");

                assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
            }
        }
    }

    @Test
    void classesThatWereLoadedBeforeAreWovenAfterWhatTheyExtend() throws Throwable {
        Memory loader = new Memory();
        Object child = loader.make("com.shop.early.Child");
        try (Weaving weaving = Weaving.of("com.shop.early.Base+.pay")) {
            weaving.weaver.weaveLoaded();

            call(child, "pay");

            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
            assertThat(log.toString()).doesNotContain("read now").doesNotContain("could not be read");
        }
    }

    @Test
    void aSuperTypeFromMemoryThatNoRuleMeansRaisesNoDoubt() throws Throwable {
        try (Weaving weaving = Weaving.of(BASE + "+.pay")) {
            Memory loader = new Memory();
            loader.define("com.shop.plain.A", "java.lang.Object");
            loader.define("com.shop.plain.B1", "com.shop.plain.A");
            loader.define("com.shop.plain.B2", "com.shop.plain.A");

            assertThat(loader.asked).doesNotContain("com.shop.plain.A");
            new Memory(loader).define("com.shop.plain.B3", "com.shop.plain.A");

            assertThat(weaving.weaver.index.takeDoubt()).isFalse();
            assertThat(log.toString()).doesNotContain("com.shop.plain");
        }
    }

    @Test
    void aSuperTypeFromMemoryThatWasLoadedBeforeAndThatNoRuleMeansRaisesNoDoubt() throws Throwable {
        Memory loader = new Memory();
        loader.define("com.shop.before.A", "java.lang.Object");
        try (Weaving weaving = Weaving.of("com.shop.before.Base+.pay")) {
            weaving.weaver.weaveLoaded();
            loader.define("com.shop.before.B", "com.shop.before.A");

            assertThat(log.toString()).doesNotContain("com.shop.before");
        }
    }

    @Test
    void aSisterOfAClassInDoubtIsWovenAsItLoads() throws Throwable {
        try (Weaving weaving = Weaving.of(BASE + "+.pay")) {
            // Not watching yet: nothing is woven late.
            Memory loader = new Memory();
            loader.loadClass(CHILD);

            call(loader.make("com.shop.sub.Sister"), "pay");

            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
        }
    }

    @Test
    void aSuperTypeThatCouldNotBeReadOnceIsAskedForAgain() throws Throwable {
        try (Weaving weaving = Weaving.of(BASE + "+.pay")) {
            weaving.weaver.weaveLoaded();
            Memory loader = new Memory();
            loader.handsOut = true;
            loader.broken = true;
            loader.loadClass("com.shop.sub.Sister");
            loader.broken = false;

            call(loader.make(CHILD), "pay");

            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
        }
    }

    @Test
    void aClassIsWovenLateWhoseSuperTypeIsDefinedFromMemoryAfterIt() throws Throwable {
        try (Weaving weaving = Weaving.of(BASE + "+.pay")) {
            weaving.weaver.weaveLoaded();
            Memory loader = new Memory();
            Object child = loader.make(CHILD);

            // The loaded classes are looked through as others load.
            loader.define("com.shop.sub.Next", "java.lang.Object");
            Awaitility.await()
                    .untilAsserted(() -> assertThat(log.toString())
                            .contains(MIDDLE + " of " + LoaderName.of(loader) + ": as it was loaded")
                            .contains(CHILD + " of " + LoaderName.of(loader) + ": as it was loaded"));

            call(child, "pay");

            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
            assertThat(log.toString())
                    .containsOnlyOnce("the class file of " + MIDDLE + ", a super type of " + CHILD
                            + ", cannot be read now. Where a rule's + means a class by it, that class is woven "
                            + "as soon as it"
                            + " is found loaded; calls before that run without their locks")
                    .contains("rule 'r0': " + CHILD + " of ")
                    .contains("as it was loaded the class file of " + MIDDLE + ", which it extends or implements, could"
                            + " not be read. It has been woven since; calls before that ran without their locks");
            assertThat(weaving.coverage.asMap(Map.of()).toString())
                    .contains("state=woven, hold=ends with the method, or with a transaction that is active when "
                            + "it returns, reason=as it was"
                            + " loaded the class");
        }
    }

    @Test
    void aClassThatNeverCameToBeWovenIsInTheReport() throws Throwable {
        try (Weaving weaving = Weaving.of(BASE + "+.pay")) {
            new Memory().make(CHILD);

            weaving.weaver.explainUnmatched();

            assertThat(weaving.coverage.asMap(Map.of()).toString())
                    .contains("class=" + CHILD + ", method=" + BASE + "+.pay, ")
                    .contains("state=not applied, reason=as it was loaded the class file of " + MIDDLE
                            + ", which it extends or implements, could not be read: its methods run "
                            + "without their locks");
        }
    }

    /** Base, Middle and Child, each of which extends the one before, defined from memory as they are asked for. */
    private static final class Memory extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        private final Map<String, byte[]> resources = new HashMap<>();
        private final List<String> asked = new CopyOnWriteArrayList<>();
        private boolean handsOut;
        private boolean broken;
        private Error failure;

        Memory() {
            this(SubtypesTest.class.getClassLoader());
        }

        Memory(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            String parent = parent(name);
            if (parent == null) {
                throw new ClassNotFoundException(name);
            }
            return define(name, parent);
        }

        private static String parent(String name) {
            int simple = name.lastIndexOf('.') + 1;
            switch (name.substring(simple)) {
                case "Base":
                    return "java.lang.Object";
                case "Middle":
                    return name.substring(0, simple) + "Base";
                case "Child":
                case "Sister":
                    return name.substring(0, simple) + "Middle";
                default:
                    return null;
            }
        }

        Class<?> define(String name, String parent) {
            byte[] bytes = file(name, parent);
            return defineClass(name, bytes, 0, bytes.length);
        }

        Object make(String name) throws ReflectiveOperationException {
            return loadClass(name).getDeclaredConstructor().newInstance();
        }

        @Override
        public InputStream getResourceAsStream(String resource) {
            String name = resource.replace('/', '.').replaceAll("\\.class$", "");
            asked.add(name);
            if (failure != null && name.equals(MIDDLE)) {
                throw failure;
            }
            if (broken) {
                return new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("the file is being replaced");
                    }
                };
            }
            byte[] bytes = resources.get(name);
            if (bytes == null && handsOut && parent(name) != null) {
                bytes = file(name, parent(name));
            }
            return bytes == null ? super.getResourceAsStream(resource) : new ByteArrayInputStream(bytes);
        }

        private static byte[] file(String name, String parent) {
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            String above = parent.replace('.', '/');
            writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, name.replace('.', '/'), null, above, null);
            Weaving.constructor(writer, above);
            MethodVisitor pay = writer.visitMethod(Opcodes.ACC_PUBLIC, "pay", "()I", null, null);
            pay.visitIntInsn(Opcodes.BIPUSH, 7);
            pay.visitInsn(Opcodes.IRETURN);
            pay.visitMaxs(0, 0);
            writer.visitEnd();
            return writer.toByteArray();
        }
    }
}
