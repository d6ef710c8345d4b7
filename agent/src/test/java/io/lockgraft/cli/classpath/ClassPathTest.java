package io.lockgraft.cli.classpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.cli.Application;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
    private static final String PAY = "package com.shop; public class Pay { static class Line {} }";
    private static final String STOCK = "package com.stock; public class Stock {}";

    @TempDir
    Path folder;

    private Application application;
    private Path pay;
    private Path stock;

    @BeforeEach
    void compile() {
        application = Application.in(folder);
        pay = application.compile("pay", PAY);
        stock = application.compile("stock", STOCK);
    }

    @Test
    void aFolderOfClassesIsRead() throws IOException {
        try (ClassPath classPath = open(pay)) {
            assertThat(classPath.classNames()).containsExactly("com.shop.Pay$Line", "com.shop.Pay");
            assertThat(classPath.find("com.shop.Pay").name()).isEqualTo("com.shop.Pay");
            assertThat(classPath.placeOf("com.shop.Pay")).isEqualTo(pay.toString());
            assertThat(classPath.notes()).isEmpty();
        }
    }

    @Test
    void aJarIsRead() throws IOException {
        Path jar = application.with("", pay).with("module-info.class", "").jar("pay.jar");

        try (ClassPath classPath = open(jar, stock)) {
            assertThat(classPath.classNames()).containsOnly("com.shop.Pay", "com.shop.Pay$Line", "com.stock.Stock");
            assertThat(classPath.placeOf("com.shop.Pay")).isEqualTo(jar.toString());
            assertThat(classPath.find("com.shop.Pay")).isNotNull();
            assertThat(classPath.size()).isEqualTo(2);
        }
    }

    @Test
    void aSpringBootJarGivesItsClassesItsLibrariesAndItsLoader() throws IOException {
        Path loader = application.compile("loader", "package org.boot; public class Launcher {}");
        byte[] library = application.with("", stock).bytes();
        Path jar = application
                .with("", loader)
                .with("BOOT-INF/classes/", pay)
                .with("BOOT-INF/lib/stock-1.0.jar", library)
                .with("BOOT-INF/classpath.idx", "- \"BOOT-INF/lib/stock-1.0.jar\"")
                .jar("shop.jar");

        try (ClassPath classPath = open(jar)) {
            assertThat(classPath.classNames())
                    .containsOnly("org.boot.Launcher", "com.shop.Pay", "com.shop.Pay$Line", "com.stock.Stock");
            assertThat(classPath.placeOf("com.shop.Pay")).isEqualTo(jar + "!BOOT-INF/classes");
            assertThat(classPath.placeOf("com.stock.Stock")).isEqualTo(jar + "!BOOT-INF/lib/stock-1.0.jar");
            assertThat(classPath.find("com.stock.Stock")).isNotNull();
        }
    }

    @Test
    void aWarGivesItsClassesAndLibrariesButNotWhatItServesToBrowsers() throws IOException {
        Path applet = application.compile("applet", "public class Applet {}");
        byte[] library = application.with("", stock).bytes();
        Path war = application
                .with("", applet)
                .with("WEB-INF/classes/", pay)
                .with("WEB-INF/lib/stock.jar", library)
                .jar("shop.war");

        try (ClassPath classPath = open(war)) {
            assertThat(classPath.classNames()).containsOnly("com.shop.Pay", "com.shop.Pay$Line", "com.stock.Stock");
            assertThat(classPath.placeOf("com.shop.Pay")).isEqualTo(war + "!WEB-INF/classes");
        }
    }

    @Test
    void aWarInsideAnEarIsReadWithTheLibrariesOfBoth() throws IOException {
        byte[] library = application.with("", stock).bytes();
        byte[] war = application
                .with("WEB-INF/classes/", pay)
                .with("WEB-INF/lib/stock.jar", library)
                .bytes();
        byte[] shared = application
                .with("", application.compile("shared", "package com.shared; class Money {}"))
                .bytes();
        Path ear =
                application.with("shop.war", war).with("lib/shared.jar", shared).jar("shop.ear");

        try (ClassPath classPath = open(ear)) {
            assertThat(classPath.classNames())
                    .containsOnly("com.shop.Pay", "com.shop.Pay$Line", "com.stock.Stock", "com.shared.Money");
            assertThat(classPath.placeOf("com.stock.Stock")).isEqualTo(ear + "!shop.war!WEB-INF/lib/stock.jar");
        }
    }

    @Test
    void aQuarkusRunnerGivesTheApplicationBesideItAndTheChangedClassesFirst() throws IOException {
        Path runner = application.compile("runner", "package io.quarkus.runner; public class EntryPoint {}");
        application.with("", runner).jar("quarkus-app/lib/boot/runner.jar");
        application.with("", stock).jar("quarkus-app/lib/main/stock.jar");
        application.with("", pay).jar("quarkus-app/app/shop.jar");
        Path changed = application.with("", pay).jar("quarkus-app/quarkus/transformed-bytecode.jar");
        Path jar = application
                .with("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nClass-Path: lib/boot/runner.jar\n")
                .jar("quarkus-app/quarkus-run.jar");
        Path list = changed.resolveSibling("quarkus-application.dat");

        try (ClassPath classPath = open(jar)) {
            assertThat(classPath.classNames())
                    .as("without Quarkus' own list it is a jar as any other")
                    .containsOnly("io.quarkus.runner.EntryPoint");
        }
        Files.createFile(list);
        try (ClassPath classPath = open(jar)) {
            assertThat(classPath.classNames())
                    .containsOnly(
                            "io.quarkus.runner.EntryPoint", "com.shop.Pay", "com.shop.Pay$Line", "com.stock.Stock");
            assertThat(classPath.placeOf("com.shop.Pay")).isEqualTo(changed.toString());
            assertThat(classPath.notes()).isEmpty();
        }
    }

    @Test
    void anExplodedWarIsReadAsTheWar() throws IOException {
        Path root = folder.resolve("webapps/shop");
        copy(pay, root.resolve("WEB-INF/classes"));
        Files.createDirectories(root.resolve("WEB-INF/lib"));
        Files.write(
                root.resolve("WEB-INF/lib/stock.jar"),
                application.with("", stock).bytes());

        try (ClassPath classPath = open(root)) {
            assertThat(classPath.classNames()).containsOnly("com.shop.Pay", "com.shop.Pay$Line", "com.stock.Stock");
            assertThat(classPath.find("com.shop.Pay")).isNotNull();
        }
    }

    @Test
    void theClassPathInAManifestIsFollowedAndWhatItMissesIsPassedOver() throws IOException {
        application.with("", stock).jar("lib/stock item.jar");
        Path jar = application
                .with(
                        "META-INF/MANIFEST.MF",
                        "Manifest-Version: 1.0\nClass-Path: lib/stock%20item.jar lib/gone.jar app.jar\n\n")
                .with("", pay)
                .jar("app.jar");

        try (ClassPath classPath = open(jar)) {
            assertThat(classPath.classNames()).contains("com.shop.Pay", "com.stock.Stock");
            assertThat(classPath.notes()).isEmpty();
        }
    }

    @Test
    void ofTwoClassesWithOneNameTheFirstCountsAndThatIsTold() throws IOException {
        Path first = application.with("", pay).jar("a.jar");
        Path second = application.with("", pay).jar("b.jar");

        try (ClassPath classPath = open(first, second)) {
            assertThat(classPath.placeOf("com.shop.Pay")).isEqualTo(first.toString());
            assertThat(classPath.notesOn("com.shop.Pay"))
                    .containsExactly("the same class is also in " + second + "; the first was judged");
        }
    }

    @Test
    void aMultiReleaseJarIsJudgedByItsBaseClassesAndThatIsTold() throws IOException {
        Path jar = application
                .with("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nMulti-Release: true\n\n")
                .with("", pay)
                .with("META-INF/versions/11/", pay)
                .jar("pay.jar");

        try (ClassPath classPath = open(jar)) {
            assertThat(classPath.placeOf("com.shop.Pay")).isEqualTo(jar.toString());
            assertThat(classPath.notesOn("com.shop.Pay"))
                    .containsExactly(
                            "the jar has other versions of this class for newer Java; the base one was judged");
        }
    }

    @Test
    void whatIsBrokenIsNotedAndTheRestIsRead() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.jar"), "no zip");
        Path fat = application
                .with("BOOT-INF/classes/", pay)
                .with("BOOT-INF/lib/bad.jar", "no zip either")
                .with("BOOT-INF/classes/com/shop/Bad.class", "no class")
                .jar("fat.jar");

        try (ClassPath classPath = open(broken, fat)) {
            assertThat(classPath.find("com.shop.Pay")).isNotNull();
            assertThat(classPath.find("com.shop.Bad")).isNull();
            assertThat(classPath.find("com.shop.Bad")).isNull();
            assertThat(classPath.notes()).hasSize(3);
            assertThat(classPath.notes().get(0)).startsWith(broken + " cannot be read and was left out: ");
            assertThat(classPath.notes().get(1))
                    .startsWith(fat + "!BOOT-INF/lib/bad.jar cannot be read and was left out: ");
            assertThat(classPath.notes().get(2))
                    .startsWith(fat + "!BOOT-INF/classes/com/shop/Bad.class is no class file that can be read: ");
        }
    }

    @Test
    void aFolderThatIsNotTheRootOfThePackagesIsTold() throws IOException {
        try (ClassPath classPath = open(pay.resolve("com"))) {
            assertThat(classPath.find("shop.Pay")).isNull();
            assertThat(classPath.notes())
                    .containsExactly(pay.resolve("com") + "!shop/Pay.class holds the class com.shop.Pay:"
                            + " the class path must name the folder above the first package");
        }
    }

    @Test
    void theJdksOwnClassesAreFoundAndOursAreNot() throws IOException {
        try (ClassPath classPath = open(pay)) {
            assertThat(classPath.find("java.util.Map$Entry").name()).isEqualTo("java.util.Map$Entry");
            assertThat(classPath.find("java.sql.Connection")).isNotNull();
            assertThat(classPath.find(ClassPath.class.getName())).isNull();
            assertThat(classPath.find("com.gone.Gone")).isNull();
            assertThat(classPath.placeOf("java.lang.String")).isNull();
        }
    }

    @Test
    void noTemporaryFileIsLeftBehind() throws IOException {
        byte[] library = application.with("", stock).bytes();
        Path fat = application.with("BOOT-INF/lib/stock.jar", library).jar("fat.jar");
        File copy;
        try (Archive outer = new JarArchive("fat.jar", fat.toFile(), ZipFile.OPEN_READ)) {
            copy = JarArchive.copy(outer, "BOOT-INF/lib/stock.jar");
        }
        assertThat(copy).hasBinaryContent(library);

        new JarArchive("stock.jar", copy, ZipFile.OPEN_READ | ZipFile.OPEN_DELETE).close();

        assertThat(copy).doesNotExist();
    }

    @Test
    void theTextOfAClassPathIsReadAsJavaReadsIt() {
        application.with("", stock).jar("lib/b.jar");
        application.with("", stock).jar("lib/a.JAR");
        application.with("", stock).jar("lib/deeper/c.jar");
        application.with("", stock).jar("lib/notes.txt");
        Path jar = application.with("", pay).jar("app.jar");

        assertThat(ClassPathText.entries(jar + ":" + pay + "::" + folder.resolve("lib") + "/*", ":"))
                .containsExactly(
                        jar.toFile(),
                        pay.toFile(),
                        folder.resolve("lib/a.JAR").toFile(),
                        folder.resolve("lib/b.jar").toFile());
        assertThat(ClassPathText.entries(jar + ";" + pay, ";")).containsExactly(jar.toFile(), pay.toFile());
    }

    @Test
    void anEntryThatDoesNotExistIsWrongUse() {
        assertThatThrownBy(() -> ClassPathText.entries("ap.jar:" + pay + ":libs/*", ":"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no such file or folder: ap.jar, folder libs/ (the working directory is "
                        + new File("").getAbsolutePath() + ")");
    }

    private static ClassPath open(Path... entries) {
        return ClassPath.open(List.of(entries).stream().map(Path::toFile).toList());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }
}
