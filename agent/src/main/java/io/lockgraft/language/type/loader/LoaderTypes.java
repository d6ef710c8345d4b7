package io.lockgraft.language.type.loader;

import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.classfile.ClassFiles;
import io.lockgraft.language.type.classfile.ClassMagic;
import io.lockgraft.language.type.classfile.MalformedClassException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * The classes that a loader can see, read from its resources. It asks the loader for bytes and never for a class: that
 * would load it in the middle of loading another. Not for more than one thread, and not for longer than one
 * transformation: what it has read it keeps.
 */
public final class LoaderTypes implements TypeSource {
    /** The class path of the system loader; null if that loader itself has to be asked. */
    private static final SystemClassPath CLASS_PATH = SystemClassPath.ofThisJvm();

    /** Of classes that were defined from memory, as they were defined: their loader hands them to none afterwards. */
    static final ClassMap<byte[]> DEFINED = new ClassMap<>();

    private final ClassLoader loader;
    private final Map<String, TypeShape> shapes = new HashMap<>();

    /** @param loader null for the bootstrap loader */
    public LoaderTypes(ClassLoader loader) {
        this.loader = loader;
    }

    /** A shape that is known already, of the class that is being loaded. */
    public LoaderTypes with(TypeShape shape) {
        shapes.put(shape.name(), shape);
        return this;
    }

    @Override
    public TypeShape find(String name) {
        TypeShape known = shapes.get(name);
        if (known == null && !shapes.containsKey(name)) {
            known = read(name);
            shapes.put(name, known);
        }
        return known;
    }

    private TypeShape read(String name) {
        TypeShape core = CoreTypes.shape(name);
        if (core != null) {
            return core;
        }
        byte[] bytes = bytes(loader, name);
        try {
            return bytes == null ? null : ClassFiles.read(bytes);
        } catch (MalformedClassException e) {
            return null;
        }
    }

    /** The class file's bytes as the loader has them, or as they were kept; null where they are not to be had. */
    public static byte[] bytes(ClassLoader loader, String binaryName) {
        byte[] given = ofLoader(loader, binaryName);
        byte[] bytes = given == null ? DEFINED.inherited(loader, binaryName) : given;
        if (bytes == null && binaryName.startsWith("javax.")) {
            // A module system of the application's may load the JDK's classes and hide their files.
            bytes = classFile(ask(PlatformLoader.get(), binaryName));
        }
        return bytes;
    }

    /** Keeps the bytes of a class that is being defined, where the loader does not hand them out itself. */
    public static void keep(ClassLoader loader, String binaryName, byte[] bytes) {
        if (loader != null && ofLoader(loader, binaryName) == null) {
            DEFINED.put(loader, binaryName, bytes);
        }
    }

    /** The class file's bytes as the loader hands them out now; null where it does not. */
    public static byte[] ofLoader(ClassLoader loader, String binaryName) {
        byte[] bytes = CLASS_PATH == null || loader != ClassLoader.getSystemClassLoader()
                ? null
                : CLASS_PATH.bytes(binaryName);
        return classFile(bytes == null ? ask(loader, binaryName) : bytes);
    }

    /**
     * Returns the bytes if they are a class file, else null: some loaders hand out a file that they have yet to
     * convert, or an empty one.
     */
    private static byte[] classFile(byte[] bytes) {
        return bytes != null && ClassMagic.isIn(bytes) ? bytes : null;
    }

    /**
     * The bytes of a class that the system loader may have, before {@code main}: the loader is asked only where its
     * class path does not tell what it has. A class in a jar that another agent gave to the loader is not found.
     */
    public static byte[] bytesAtStart(String binaryName) {
        return CLASS_PATH == null ? ask(ClassLoader.getSystemClassLoader(), binaryName) : CLASS_PATH.bytes(binaryName);
    }

    private static byte[] ask(ClassLoader loader, String binaryName) {
        String resource = binaryName.replace('.', '/') + ".class";
        try (InputStream in = loader == null
                ? ClassLoader.getSystemResourceAsStream(resource)
                : loader.getResourceAsStream(resource)) {
            return in == null ? null : readAll(in);
        } catch (IOException | RuntimeException | LinkageError e) {
            // A web application that is being stopped, a loader that is itself being loaded: not to be had now.
            return null;
        }
    }

    public static byte[] readAll(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(8192);
        byte[] buffer = new byte[8192];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            bytes.write(buffer, 0, n);
        }
        return bytes.toByteArray();
    }
}
