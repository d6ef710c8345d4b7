package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A Spring Boot application in one fat jar: its own classes, those of a jar inside, and a service behind a proxy. */
class SpringBootIT {
    @TempDir
    private static Path folder;

    private static Path fatJar;

    @BeforeAll
    static void packTheApplication() throws Exception {
        List<Path> libraries = new ArrayList<>(Libraries.jars("spring-boot-2", "spring-boot-autoconfigure-2"));
        libraries.addAll(Libraries.jars("spring-core-", "spring-beans-", "spring-context-", "spring-aop-"));
        libraries.addAll(Libraries.jars("spring-jcl-", "spring-expression-", "jakarta.annotation-api-"));
        String path = AppProcess.classes();
        Path nested = Sources.compile(
                Jvms.running(),
                "bootlib",
                folder.resolve("bootlib"),
                List.of("--release", "8", "-g", "-cp", path),
                Sources.EYE);
        Path lib = folder.resolve("stock.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(lib))) {
            addFolder(jar, "", nested);
        }
        libraries.add(lib);
        for (Path library : libraries) {
            path += File.pathSeparator + library;
        }
        Path classes = Sources.compile(
                Jvms.running(), "boot", folder.resolve("boot"), List.of("--release", "8", "-g", "-cp", path));
        fatJar = pack(classes, libraries);
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void classesOfTheFatJarAndOfTheJarsInsideAreLockedOnceEach(Jvm jvm) throws Exception {
        Path report = folder.resolve("report-" + jvm.version() + ".json");
        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.launch(jvm, "-jar", fatJar.toString())
                        .options("-Xverify:all", "-Dlockgraft.report=" + report)
                        .eye(redis)
                        .rules("""
                                namespace: it
                                redis: {address: '%s'}
                                rules:
                                  - {name: pay, method: com.example.boot.PayService.pay(String), key: 'K:{key}'}
                                  - {name: secret, method: com.example.boot.PayService.secret(String), key: 'K:{key}'}
                                  - {name: subtypes, method: com.example.boot.PayService+.self(String), key: 'K:{key}'}
                                  - {name: nested, method: com.example.lib.Stock.take(Stock.Item), key: \
                                'K:nested-jar-{item.code}'}
                                """.formatted(redis.address()))
                        .start()) {
            app.succeeds(Duration.ofSeconds(120));

            assertThat(app.output())
                    .as(app::toString)
                    .containsExactly(
                            "proxied by CGLIB: true",
                            "[proxied locked, private-proxied locked]",
                            "[by-self locked, private-by-self locked]",
                            "nested-jar-1 locked");
            // The proxy's own methods are synthetic to no compiler, but only pass on what the locked one does.
            assertThat(report).content().doesNotContain("CGLIB$$");
            assertThat(app.errors()).doesNotContain("ERROR").doesNotContain("WARN");
        }
    }

    /** As Spring Boot's own plug-in does: the launcher's classes on top, and the nested jars not compressed. */
    private static Path pack(Path classes, List<Path> libraries) throws Exception {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, "org.springframework.boot.loader.JarLauncher");
        main.putValue("Start-Class", "com.example.boot.BootMain");
        main.putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
        main.putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
        Path fat = folder.resolve("application.jar");
        try (OutputStream out = Files.newOutputStream(fat);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            addJar(jar, Libraries.jars("spring-boot-loader-").get(0));
            addFolder(jar, "BOOT-INF/classes/", classes);
            for (Path library : libraries) {
                store(jar, "BOOT-INF/lib/" + library.getFileName(), Files.readAllBytes(library));
            }
        }
        return fat;
    }

    private static void addJar(JarOutputStream jar, Path other) throws Exception {
        Set<String> names = new HashSet<>();
        try (InputStream file = Files.newInputStream(other);
                JarInputStream in = new JarInputStream(file)) {
            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                if (!entry.getName().startsWith("META-INF") && names.add(entry.getName())) {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    in.transferTo(bytes);
                    add(jar, entry.getName(), bytes.toByteArray());
                }
            }
        }
    }

    private static void addFolder(JarOutputStream jar, String prefix, Path folder) throws Exception {
        if (!prefix.isEmpty()) {
            add(jar, "BOOT-INF/", new byte[0]);
            add(jar, prefix, new byte[0]);
            add(jar, "BOOT-INF/lib/", new byte[0]);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
                add(jar, prefix + name, Files.readAllBytes(file));
            }
        }
    }

    private static void add(JarOutputStream jar, String name, byte[] bytes) throws Exception {
        jar.putNextEntry(new JarEntry(name));
        jar.write(bytes);
        jar.closeEntry();
    }

    private static void store(JarOutputStream jar, String name, byte[] bytes) throws Exception {
        JarEntry entry = new JarEntry(name);
        CRC32 sum = new CRC32();
        sum.update(bytes);
        entry.setMethod(JarEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCompressedSize(bytes.length);
        entry.setCrc(sum.getValue());
        jar.putNextEntry(entry);
        jar.write(bytes);
        jar.closeEntry();
    }
}
