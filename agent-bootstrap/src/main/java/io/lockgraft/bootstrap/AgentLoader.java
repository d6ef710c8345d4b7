package io.lockgraft.bootstrap;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.PermissionCollection;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads the agent and its libraries from one folder of the jar, where classes are called {@code .classdata} so that no
 * other loader takes them for its own.
 *
 * <p>Looks into the folder first, then at the JDK; it never sees the application. Parallel capable: a lock of ours that
 * waits for a class and a class of the application's that waits for our transformer would else deadlock. Reads the jar
 * through one open JarFile instead of URLClassLoader, whose cached one anybody in the JVM can close.
 */
public final class AgentLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final AgentFolder folder;
    private final ProtectionDomain domain;

    public AgentLoader(JarFile jar) throws IOException {
        super(platform());
        this.folder = new AgentFolder(jar);
        this.domain = domain(jar);
    }

    /** The topmost loader with a name in Java: the platform loader, or on Java 8 the extension loader. */
    private static ClassLoader platform() {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        while (loader != null && loader.getParent() != null) {
            loader = loader.getParent();
        }
        return loader;
    }

    /**
     * All permissions, as what is behind the bootstrap class path has: under a SecurityManager the two must not differ.
     */
    private static ProtectionDomain domain(JarFile jar) throws MalformedURLException {
        AllPermission all = new AllPermission();
        PermissionCollection permissions = all.newPermissionCollection();
        permissions.add(all);
        permissions.setReadOnly();
        URL location = new File(jar.getName()).toURI().toURL();
        return new ProtectionDomain(new CodeSource(location, (Certificate[]) null), permissions);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("java.")) {
            return super.loadClass(name, resolve);
        }
        if (name.startsWith("io.lockgraft.bootstrap.") || name.startsWith("io.lockgraft.api.")) {
            return Class.forName(name, false, AgentLoader.class.getClassLoader());
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> type = findLoadedClass(name);
            if (type == null) {
                type = define(name);
            }
            if (type == null) {
                return super.loadClass(name, resolve);
            }
            if (resolve) {
                resolveClass(type);
            }
            return type;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        JarEntry entry = folder.entry(name.replace('.', '/') + ".class");
        if (entry == null) {
            return null;
        }
        try {
            byte[] bytes = read(entry);
            definePackage(name);
            return defineClass(name, bytes, 0, bytes.length, domain);
        } catch (IOException e) {
            throw new ClassNotFoundException(name + ": " + folder + " does not read", e);
        }
    }

    private byte[] read(JarEntry entry) throws IOException {
        byte[] buffer = new byte[8192];
        ByteArrayOutputStream out = new ByteArrayOutputStream(Math.max((int) entry.getSize(), 32));
        try (InputStream in = folder.open(entry)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
            }
        }
        return out.toByteArray();
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
        List<URL> all = new ArrayList<URL>();
        URL own = findResource(name);
        if (own != null) {
            all.add(own);
        }
        ClassLoader parent = getParent();
        if (parent != null) {
            all.addAll(Collections.list(parent.getResources(name)));
        }
        return Collections.enumeration(all);
    }

    @Override
    protected URL findResource(String name) {
        return folder.url(name);
    }

    @Override
    public String toString() {
        return "Lockgraft's loader of " + folder;
    }
}
