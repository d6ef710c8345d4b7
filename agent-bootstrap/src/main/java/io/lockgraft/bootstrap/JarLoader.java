package io.lockgraft.bootstrap;

import java.io.DataInputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.Permissions;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads classes and resources from one open jar, which it asks first, and then from the JDK; it never sees the
 * application.
 *
 * <p>Parallel capable: a lock of ours that waits for a class and a class of the application's that waits for our
 * transformer would else deadlock. Reads through one open JarFile instead of URLClassLoader, whose cached one anybody
 * in the JVM can close.
 */
public abstract class JarLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final JarFile jar;
    private final ProtectionDomain domain;
    private final Resources resources = new Resources();

    /** @param jar stays open as long as the loader is used */
    protected JarLoader(JarFile jar) throws IOException {
        super(platform());
        this.jar = jar;
        this.domain = domain(jar);
    }

    /** The topmost loader with a name in Java: the platform loader, or on Java 8 the extension loader. */
    private static ClassLoader platform() {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        while (loader.getParent() != null) {
            loader = loader.getParent();
        }
        return loader;
    }

    /**
     * All permissions, as what is behind the bootstrap class path has: under a SecurityManager the two must not differ.
     */
    private static ProtectionDomain domain(JarFile jar) throws MalformedURLException {
        Permissions permissions = new Permissions();
        permissions.add(new AllPermission());
        permissions.setReadOnly();
        URL location = new File(jar.getName()).toURI().toURL();
        return new ProtectionDomain(new CodeSource(location, (Certificate[]) null), permissions);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("java.")) {
            return super.loadClass(name, resolve);
        }
        Class<?> own = own(name);
        return own == null ? super.loadClass(name, resolve) : own;
    }

    /** The class of that name in the jar, or null. */
    protected final Class<?> own(String name) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> type = findLoadedClass(name);
            return type == null ? define(name) : type;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        JarEntry entry = entry(name.replace('.', '/') + ".class");
        if (entry == null) {
            return null;
        }
        try {
            byte[] bytes = read(entry);
            definePackage(name);
            return defineClass(name, bytes, 0, bytes.length, domain);
        } catch (IOException e) {
            throw new ClassNotFoundException(name + ": " + jar.getName() + " does not read", e);
        }
    }

    /** Where in the jar {@code io/lockgraft/start/Agent.class} or {@code META-INF/services/...} would stand. */
    protected abstract String path(String name);

    /** The entry of that name, or null. */
    private JarEntry entry(String name) {
        return jar.getJarEntry(path(name));
    }

    private byte[] read(JarEntry entry) throws IOException {
        byte[] bytes = new byte[(int) entry.getSize()];
        try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
            in.readFully(bytes);
        }
        return bytes;
    }

    private void definePackage(String type) {
        int dot = type.lastIndexOf('.');
        if (dot < 0 || getPackage(type.substring(0, dot)) != null) {
            return;
        }
        try {
            definePackage(type.substring(0, dot), null, null, null, null, null, null, null);
        } catch (IllegalArgumentException e) {
            // another thread was quicker
        }
    }

    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own != null ? own : super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> all = Collections.list(getParent().getResources(name));
        URL own = findResource(name);
        if (own != null) {
            all.add(0, own);
        }
        return Collections.enumeration(all);
    }

    /** Reads from this open file, whatever the application does to the JVM's own jar: URLs and their cache. */
    @Override
    protected URL findResource(String name) {
        try {
            return entry(name) == null ? null : new URL(null, "lockgraft:/" + name, resources);
        } catch (MalformedURLException e) {
            return null;
        }
    }

    private final class Resources extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public InputStream getInputStream() throws IOException {
                    JarEntry entry = entry(getURL().getPath().substring(1));
                    if (entry == null) {
                        throw new FileNotFoundException(getURL().toString());
                    }
                    return jar.getInputStream(entry);
                }
            };
        }
    }

    @Override
    public String toString() {
        return "Lockgraft's loader of " + jar.getName();
    }
}
