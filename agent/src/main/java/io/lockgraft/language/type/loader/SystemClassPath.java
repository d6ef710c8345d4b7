package io.lockgraft.language.type.loader;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * The class files on the JVM's class path, read without its loader. A loader that is asked for a resource asks the
 * JDK's own modules first, and up to Java 24 their reader makes the default NIO file system: before {@code main} that
 * would settle what is the application's to settle. A jar is read by java.util.zip, which has a file system of its own.
 *
 * <p>Reads as the loader does: the first entry with the name counts, a manifest's Class-Path comes right behind its
 * jar, of a multi-release jar the youngest version that this JVM may run. A jar stays open, as the loader's does; the
 * JDK keeps one directory of it for both. Thread-safe.
 */
final class SystemClassPath {
    private static final int OLDEST_RELEASE = 9;

    private final Deque<File> unopened = new ArrayDeque<>();
    private final Set<File> seen = new HashSet<>();
    private final List<Root> roots = new ArrayList<>();
    private final int release;

    /** @param release of Java, whose versions of multi-release jars count */
    SystemClassPath(String text, int release) {
        this.release = release;
        for (String entry : text.split(File.pathSeparator, -1)) {
            // An empty entry is the folder that the JVM was started in.
            unopened.add(new File(entry.isEmpty() ? "." : entry));
        }
    }

    /**
     * Null where the class path does not tell what the system loader has: it is a loader of the application's, or it
     * has modules. Then the loader has to be asked, file system or not: a misspelt method must be found.
     */
    static SystemClassPath ofThisJvm() {
        String text = System.getProperty("java.class.path");
        boolean known = text != null
                && ClassLoader.getSystemClassLoader().getClass().getClassLoader() == null
                && System.getProperty("jdk.module.main") == null
                && System.getProperty("jdk.module.path") == null;
        // 1.8, 9, 21
        String release = System.getProperty("java.specification.version").replace("1.", "");
        return known ? new SystemClassPath(text, Integer.parseInt(release)) : null;
    }

    /** The class file's bytes, or null where the class path has none that can be read. */
    byte[] bytes(String binaryName) {
        String file = binaryName.replace('.', '/') + ".class";
        int at = 0;
        for (Root root = root(at); root != null; root = root(++at)) {
            try (InputStream in = root.open(file)) {
                if (in != null) {
                    return LoaderTypes.readAll(in);
                }
            } catch (IOException | IllegalStateException unreadable) {
                // A damaged or locked file; the loader goes on to the next entry as well.
            }
        }
        return null;
    }

    /** Opened one after the other, as they are needed: mostly a class is found before the last. */
    private synchronized Root root(int index) {
        while (roots.size() <= index && !unopened.isEmpty()) {
            File file = unopened.removeFirst();
            if (!seen.add(file.getAbsoluteFile())) {
                continue;
            }
            if (file.isDirectory()) {
                roots.add(new Root(file, null, 0));
            } else if (file.isFile()) {
                addJar(file);
            }
        }
        return index < roots.size() ? roots.get(index) : null;
    }

    private void addJar(File file) {
        try {
            JarFile jar = new JarFile(file, false);
            Manifest manifest = jar.getManifest();
            boolean multiRelease = manifest != null
                    && "true".equalsIgnoreCase(manifest.getMainAttributes().getValue("Multi-Release"));
            roots.add(new Root(null, jar, multiRelease ? release : 0));
            List<File> behind = ManifestClassPath.of(file, manifest);
            for (int i = behind.size() - 1; i >= 0; i--) {
                unopened.addFirst(behind.get(i));
            }
        } catch (IOException | RuntimeException unreadable) {
            // No jar, or one that is damaged: no class can be loaded from it either.
        }
    }

    /** One entry of the class path: a folder or a jar. */
    private static final class Root {
        private final File folder;
        private final JarFile jar;
        private final int youngest;

        /** @param youngest the version of a jar to begin with; 0 for one that has one only */
        Root(File folder, JarFile jar, int youngest) {
            this.folder = folder;
            this.jar = jar;
            this.youngest = youngest;
        }

        /** Opens a file of the entry. Returns null if there is no such file. */
        InputStream open(String name) throws IOException {
            if (jar == null) {
                File file = new File(folder, name);
                return file.isFile() ? new FileInputStream(file) : null;
            }
            ZipEntry entry = null;
            for (int version = youngest; version >= OLDEST_RELEASE && entry == null; version--) {
                entry = jar.getEntry("META-INF/versions/" + version + '/' + name);
            }
            if (entry == null) {
                entry = jar.getEntry(name);
            }
            return entry == null ? null : jar.getInputStream(entry);
        }
    }
}
