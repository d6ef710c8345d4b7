package io.lockgraft.language.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.language.type.loader.LoaderTypes;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoaderTest {
    private static final Map<String, String> SHOP = Map.of(
            "com/shop/Service.java",
            "package com.shop; class Service { private String region = \"EU\"; void pay(Dto dto, Object any) {} }",
            "com/shop/Dto.java",
            "package com.shop; class Dto { private String orderNo = \"A7\"; String getOrderNo() { return orderNo; }"
                    + " public String tag() { return \"t\"; } public void lost(com.gone.Gone gone) {} }",
            "com/gone/Gone.java",
            "package com.gone; public class Gone {}");

    @TempDir
    Path folder;

    private static Object made(ClassLoader loader, String name) throws Exception {
        Constructor<?> constructor = loader.loadClass(name).getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    private static MethodShape pay(TypeSource types) {
        return types.find("com.shop.Service").methods().stream()
                .filter(each -> each.name().equals("pay"))
                .findFirst()
                .orElseThrow();
    }

    private static final String TEMPLATE = "{this.region}{dto.orderNo}{dto.tag()}{any.orderNo}{any.tag()}";

    @Test
    void aClassWithAMemberWhoseTypeIsNotThereCanBeUsed() throws Exception {
        Path classes = Sources.compile(folder, SHOP);
        Files.delete(classes.resolve("com/gone/Gone.class"));
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, null)) {
            Class<?> service = loader.loadClass("com.shop.Service");
            assertThatThrownBy(() -> loader.loadClass("com.shop.Dto").getDeclaredMethods())
                    .isInstanceOf(NoClassDefFoundError.class);

            BoundTemplate bound = Template.parse(TEMPLATE).bind(service, pay(new LoaderTypes(loader)), Access.NONE);
            Object dto = made(loader, "com.shop.Dto");

            assertThat(bound.key(made(loader, "com.shop.Service"), new Object[] {dto, dto}))
                    .isEqualTo("EUA7tA7t");
        }
    }

    /** As a bundle that imports the class it is given, and not the one that this one gives. */
    private static final class Bundle extends URLClassLoader {
        private final ClassLoader other;

        Bundle(URL[] path, ClassLoader other) {
            super(path, null);
            this.other = other;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals("com.gone.Gone")) {
                throw new ClassNotFoundException(name);
            }
            return name.equals("com.shop.Dto") ? other.loadClass(name) : super.loadClass(name, resolve);
        }
    }

    @Test
    void aTypeThatTheOwnerCannotNameIsFoundWhereItComesFrom() throws Exception {
        Map<String, String> sources = new HashMap<>(SHOP);
        sources.put("com/gone/Gone.java", "package com.gone; public class Gone { public String name = \"g\"; }");
        sources.put(
                "com/shop/Dto.java",
                "package com.shop; public class Dto { public com.gone.Gone gone = new com.gone.Gone(); }");
        URL[] path = {Sources.compile(folder, sources).toUri().toURL()};
        try (URLClassLoader given = new URLClassLoader(path, null);
                URLClassLoader owner = new Bundle(path, given)) {
            Class<?> service = owner.loadClass("com.shop.Service");

            BoundTemplate bound =
                    Template.parse("{dto.gone.name}").bind(service, pay(LoadedTypes.of(service)), Access.NONE);

            Object dto = made(given, "com.shop.Dto");
            assertThat(bound.key(made(owner, "com.shop.Service"), new Object[] {dto, dto}))
                    .isEqualTo("g");
        }
    }

    @Test
    void twoApplicationsWithClassesOfOneNameAreKeptApart() throws Exception {
        URL[] path = {Sources.compile(folder, SHOP).toUri().toURL()};
        for (int i = 0; i < 2; i++) {
            try (URLClassLoader loader = new URLClassLoader(path, null)) {
                Class<?> service = loader.loadClass("com.shop.Service");
                BoundTemplate bound = Template.parse(TEMPLATE).bind(service, pay(LoadedTypes.of(service)), Access.NONE);
                Object dto = made(loader, "com.shop.Dto");
                assertThat(bound.key(made(loader, "com.shop.Service"), new Object[] {dto, dto}))
                        .isEqualTo("EUA7tA7t");
            }
        }
    }

    @Test
    void aModuleThatOpensNothingIsReadOnceItIsOpenedToTheAgent() throws Exception {
        Map<String, String> sources = new HashMap<>(SHOP);
        sources.put("module-info.java", "module com.shop { }");
        Path classes = Sources.compile(folder, sources);
        Configuration configuration = ModuleLayer.boot()
                .configuration()
                .resolve(ModuleFinder.of(classes), ModuleFinder.of(), Set.of("com.shop"));
        ModuleLayer layer = ModuleLayer.boot().defineModulesWithOneLoader(configuration, null);
        ClassLoader loader = layer.findLoader("com.shop");
        Class<?> service = loader.loadClass("com.shop.Service");
        Template template = Template.parse(TEMPLATE);

        assertThatThrownBy(() -> template.bind(service, pay(LoadedTypes.of(service)), Access.NONE))
                .isInstanceOf(BindException.class)
                .hasMessageStartingWith(
                        "{this.region} of " + template + " cannot be compiled: java.lang.IllegalAccessException:");

        BoundTemplate bound = template.bind(service, pay(LoadedTypes.of(service)), LoaderTest::open);
        Object dto = made(loader, "com.shop.Dto");
        assertThat(bound.key(made(loader, "com.shop.Service"), new Object[] {dto, dto}))
                .isEqualTo("EUA7tA7t");
    }

    private static void open(Class<?> type) {
        ByteBuddyAgent.install()
                .redefineModule(
                        type.getModule(),
                        Set.of(),
                        Map.of(),
                        Map.of(type.getPackageName(), Set.of(Access.class.getModule())),
                        Set.of(),
                        Map.of());
    }
}
