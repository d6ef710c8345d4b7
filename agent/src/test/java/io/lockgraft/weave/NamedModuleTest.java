package io.lockgraft.weave;

import static io.lockgraft.weave.WovenMethodTest.call;
import static org.assertj.core.api.Assertions.assertThat;

import com.shop.weaving.PayService;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.ModuleVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A module that exports its class so that the test can call it, opens nothing and reads nothing but java.base. */
class NamedModuleTest {
    private static final String NAME = "com.shop.named.PayService";

    @TempDir
    Path folder;

    @Test
    void aClassOfANamedModuleReachesTheGate() throws Throwable {
        try (Weaving weaving = Weaving.of(NAME + ".pay")) {
            pays(inAModule());

            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
        }
    }

    @Test
    void soDoesOneThatWasLoadedBefore() throws Throwable {
        Class<?> type = inAModule();
        try (Weaving weaving = Weaving.of(NAME + ".pay")) {
            weaving.weaver.weaveLoaded();

            pays(type);

            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
        }
    }

    private static void pays(Class<?> type) throws Throwable {
        assertThat(type.getModule().isNamed()).isTrue();
        assertThat(Modifier.isPublic(type.getModifiers())).isTrue();
        assertThat(call(type.getDeclaredConstructor().newInstance(), "pay", "A", 7))
                .isEqualTo("A7");
    }

    private Class<?> inAModule() throws Exception {
        Path file = folder.resolve(NAME.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, Renamed.copy(PayService.class, NAME));
        Files.write(folder.resolve("module-info.class"), module());
        ModuleFinder finder = ModuleFinder.of(folder);
        Configuration configuration =
                ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), Set.of("shop"));
        return ModuleLayer.defineModulesWithOneLoader(
                        configuration, List.of(ModuleLayer.boot()), NamedModuleTest.class.getClassLoader())
                .layer()
                .findLoader("shop")
                .loadClass(NAME);
    }

    private static byte[] module() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V9, Opcodes.ACC_MODULE, "module-info", null, null, null);
        ModuleVisitor module = writer.visitModule("shop", 0, null);
        module.visitRequire("java.base", Opcodes.ACC_MANDATED, null);
        module.visitExport("com/shop/named", 0);
        module.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
