package io.lockgraft.cli.classpath;

import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.classfile.ClassFiles;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.language.type.loader.ManifestClassPath;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;

/**
 * The application's class files, found by name and read when asked for; nothing of them is loaded or run. The first of
 * two classes with one name counts, as for a class loader. What cannot be read is noted and passed over.
 */
public final class ClassPath implements TypeSource, Closeable {
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final int SHAPES_KEPT = 4096;

    private final Map<String, ClassFile> classFiles = new LinkedHashMap<>();
    private final Set<String> versioned = new HashSet<>();
    private final Set<File> seen = new HashSet<>();
    private final List<Archive> archives = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();
    /** The JDK's classes are those of the JDK that runs the check; the platform's loader does not know ours. */
    private final TypeSource jdk =
            new LoaderTypes(ClassLoader.getSystemClassLoader().getParent());

    private final Map<String, TypeShape> shapes = new LinkedHashMap<String, TypeShape>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TypeShape> eldest) {
            return size() > SHAPES_KEPT;
        }
    };

    private ClassPath() {}

    public static ClassPath open(List<File> entries) {
        ClassPath classPath = new ClassPath();
        entries.forEach(classPath::add);
        return classPath;
    }

    /** The binary names of all classes, in the order of the class path. */
    public Collection<String> classNames() {
        return Collections.unmodifiableSet(classFiles.keySet());
    }

    public boolean has(String className) {
        return classFiles.containsKey(className);
    }

    /** Returns the number of folders and jars that were read, those inside of others included. */
    public int size() {
        return archives.size();
    }

    /** Returns a sentence for each entry that could not be read. */
    public List<String> notes() {
        return new ArrayList<>(notes);
    }

    /** Returns a loader of these classes, for the few that must run: a driver. It ends with this class path. */
    public ClassLoader loader() {
        return new ApplicationLoader(this, archives);
    }

    /**
     * Returns the jar or folder of a class, as {@code shop.jar!BOOT-INF/classes}; null for a class that is not on the
     * class path.
     */
    public String placeOf(String className) {
        ClassFile file = classFiles.get(className);
        return file == null ? null : file.toString(className);
    }

    /** Returns notes that belong to a verdict about this class; mostly empty. */
    public List<String> notesOn(String className) {
        List<String> found = new ArrayList<>();
        ClassFile file = classFiles.get(className);
        if (file != null && !file.others.isEmpty()) {
            found.add("the same class is also in " + String.join(", ", file.others) + "; the first was judged");
        }
        if (versioned.contains(className)) {
            found.add("the jar has other versions of this class for newer Java; the base one was judged");
        }
        return found;
    }

    /** The class file of a class that has been found. */
    public byte[] bytes(String className) {
        ClassFile file = classFiles.get(className);
        try {
            return file.archive.read(file.entry);
        } catch (IOException changed) {
            throw new UncheckedIOException(file + " could be read a moment ago", changed);
        }
    }

    @Override
    public TypeShape find(String name) {
        return shapes.computeIfAbsent(name, this::read);
    }

    private TypeShape read(String name) {
        ClassFile file = classFiles.get(name);
        if (file == null) {
            return jdk.find(name);
        }
        try {
            TypeShape shape = ClassFiles.read(file.archive.read(file.entry));
            if (shape.name().equals(name)) {
                return shape;
            }
            notes.add(file + " holds the class " + shape.name()
                    + ": the class path must name the folder above the first package");
        } catch (IOException | RuntimeException unreadable) {
            notes.add(file + " is no class file that can be read: " + reason(unreadable));
        }
        return null;
    }

    private void add(File file) {
        if (!seen.add(canonical(file))) {
            return;
        }
        String label = file.getPath();
        try {
            Archive archive = file.isDirectory()
                    ? new FolderArchive(label, file)
                    : new JarArchive(label, file, ZipFile.OPEN_READ);
            read(archive);
            if (file.isFile()) {
                followManifest(archive, file);
                addExisting(QuarkusFolder.of(file));
            }
        } catch (IOException unreadable) {
            leftOut(label, unreadable);
        }
    }

    /** Also the archives inside of it. */
    private void read(Archive archive) throws IOException {
        for (String entry : index(archive)) {
            String label = archive.label + '!' + entry;
            try {
                read(new JarArchive(label, JarArchive.copy(archive, entry), ZipFile.OPEN_READ | ZipFile.OPEN_DELETE));
            } catch (IOException unreadable) {
                leftOut(label, unreadable);
            }
        }
    }

    private void leftOut(String label, IOException unreadable) {
        notes.add(label + " cannot be read and was left out: " + reason(unreadable));
    }

    /** Notes the file of each class; returns the archives inside of this one. */
    private List<String> index(Archive archive) throws IOException {
        archives.add(archive);
        List<String> names = archive.names();
        Layout layout = new Layout(archive.label, names);
        List<String> inner = new ArrayList<>();
        for (String entry : names) {
            String className = layout.className(entry);
            if (className != null) {
                ClassFile first = classFiles.putIfAbsent(className, new ClassFile(archive, entry));
                if (first != null) {
                    first.others.add(archive.label);
                }
            } else if (layout.isArchive(entry)) {
                inner.add(entry);
            } else if (entry.startsWith("META-INF/versions/")) {
                String replaced = Layout.versionedClassName(entry);
                if (replaced != null) {
                    versioned.add(replaced);
                }
            }
        }
        return inner;
    }

    /**
     * The jars that a jar's manifest names belong to its class path; what is not there is passed over, as by the JVM.
     */
    private void followManifest(Archive archive, File file) {
        try {
            Manifest manifest = new Manifest(new ByteArrayInputStream(archive.read(MANIFEST)));
            addExisting(ManifestClassPath.of(file, manifest));
        } catch (IOException none) {
            // No manifest, or one that does not read: the JVM ignores both as well.
        }
    }

    private void addExisting(List<File> files) {
        files.stream().filter(File::exists).forEach(this::add);
    }

    private static File canonical(File file) {
        try {
            return file.getCanonicalFile();
        } catch (IOException e) {
            return file.getAbsoluteFile();
        }
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    @Override
    public void close() throws IOException {
        for (Archive archive : archives) {
            archive.close();
        }
    }

    /** An archive and the entry of a class file in it. */
    private static final class ClassFile {
        private final Archive archive;
        private final String entry;
        private final List<String> others = new ArrayList<>(0);

        ClassFile(Archive archive, String entry) {
            this.archive = archive;
            this.entry = entry;
        }

        /** The archive with the folder in it that the package begins at. */
        String toString(String className) {
            int folder = entry.length() - className.length() - ".class".length();
            return folder <= 0 ? archive.label : archive.label + '!' + entry.substring(0, folder - 1);
        }

        @Override
        public String toString() {
            return archive.label + '!' + entry;
        }
    }
}
