package io.lockgraft.language.type.loader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the JVM's class path has, by the rules of the JVM's own loader. */
class SystemClassPathTest {
    @TempDir
    private Path folder;

    private Path classes;

    @BeforeEach
    void aFolderWithAClass() throws IOException {
        classes = Files.createDirectories(folder.resolve("a folder+plus, 100%"));
        Files.createDirectories(classes.resolve("com/shop"));
        Files.writeString(classes.resolve("com/shop/Pay.class"), "folder");
    }

    @Test
    void theFirstEntryThatHasTheClassCounts() throws IOException {
        Path jar = jar("a.jar", Map.of(), Map.of("com/shop/Pay.class", "jar", "com/shop/Cart$Line.class", "line"));

        assertThat(read("com.shop.Pay", jar, classes)).isEqualTo("jar");
        assertThat(read("com.shop.Pay", classes, jar)).isEqualTo("folder");
        assertThat(read("com.shop.Cart$Line", classes, jar)).isEqualTo("line");
        assertThat(read("com.shop.Gone", classes, jar)).isNull();
    }

    @Test
    void whatIsMissingOrDamagedIsPassedOver() throws IOException {
        Path damaged = Files.writeString(folder.resolve("damaged.jar"), "no jar");

        assertThat(read("com.shop.Pay", folder.resolve("gone.jar"), damaged, classes))
                .isEqualTo("folder");
    }

    @Test
    void aManifestsClassPathComesRightBehindItsJar() throws IOException {
        jar("b.jar", Map.of("Class-Path", "a.jar"), Map.of("com/shop/Pay.class", "b"));
        Path a = jar("a.jar", Map.of("Class-Path", "http://[ gone.jar b.jar a.jar"), Map.of("x", ""));
        Path relative = jar("c.jar", Map.of("Class-Path", "a%20folder+plus,%20100%25/"), Map.of("x", ""));

        assertThat(read("com.shop.Pay", a, classes)).isEqualTo("b");
        assertThat(read("com.shop.Pay", relative)).isEqualTo("folder");
    }

    @Test
    void ofAMultiReleaseJarTheYoungestThatMayRunCounts() throws IOException {
        Map<String, String> entries = Map.of(
                "com/shop/Pay.class", "base",
                "META-INF/versions/11/com/shop/Pay.class", "11",
                "META-INF/versions/21/com/shop/Pay.class", "21");
        Path jar = jar("a.jar", Map.of("Multi-Release", "true"), entries);

        assertThat(read("com.shop.Pay", 8, jar)).isEqualTo("base");
        assertThat(read("com.shop.Pay", 17, jar)).isEqualTo("11");
        assertThat(read("com.shop.Pay", 21, jar)).isEqualTo("21");
        assertThat(read("com.shop.Pay", 21, jar("plain.jar", Map.of(), entries)))
                .isEqualTo("base");
    }

    @Test
    void anEmptyEntryIsTheFolderThatTheJvmWasStartedIn() {
        String type = "target.classes.io.lockgraft.language.type.loader.SystemClassPath";

        assertThat(new SystemClassPath("", 17).bytes(type)).isNotEmpty();
        assertThat(new SystemClassPath(classes + File.pathSeparator, 17).bytes(type))
                .isNotEmpty();
        assertThat(new SystemClassPath(classes.toString(), 17).bytes(type)).isNull();
    }

    private String read(String type, Path... entries) {
        return read(type, 17, entries);
    }

    private String read(String type, int release, Path... entries) {
        StringBuilder text = new StringBuilder();
        for (Path entry : entries) {
            text.append(text.length() == 0 ? "" : File.pathSeparator).append(entry);
        }
        byte[] bytes = new SystemClassPath(text.toString(), release).bytes(type);
        return bytes == null ? null : new String(bytes, UTF_8);
    }

    private Path jar(String name, Map<String, String> attributes, Map<String, String> entries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach(manifest.getMainAttributes()::putValue);
        Path file = folder.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (Map.Entry<String, String> each : entries.entrySet()) {
                out.putNextEntry(new JarEntry(each.getKey()));
                out.write(each.getValue().getBytes(UTF_8));
            }
        }
        return file;
    }
}
