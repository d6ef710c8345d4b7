package io.lockgraft.it;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** Packs Spring Boot applications, each in one fat jar. */
final class BootJar {
    private BootJar() {}

    /** What each of the applications has of Spring. */
    static List<Path> spring() {
        List<Path> libraries = new ArrayList<>(Libraries.jars("spring-boot-2", "spring-boot-autoconfigure-2"));
        libraries.addAll(Libraries.jars("spring-core-", "spring-beans-", "spring-context-", "spring-aop-"));
        libraries.addAll(Libraries.jars("spring-jcl-", "spring-expression-", "jakarta.annotation-api-"));
        return libraries;
    }

    /** A plain jar of these classes. */
    static Path library(Path file, Path classes) throws Exception {
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out)) {
            addFolder(jar, "", classes);
        }
        return file;
    }

    /** As Spring Boot's own plug-in does: the launcher's classes on top, and the nested jars not compressed. */
    static Path pack(Path folder, String main, Path classes, List<Path> libraries) throws Exception {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, "org.springframework.boot.loader.JarLauncher");
        attributes.putValue("Start-Class", main);
        attributes.putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
        attributes.putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
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
