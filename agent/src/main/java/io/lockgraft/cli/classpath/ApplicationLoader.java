package io.lockgraft.cli.classpath;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** Loads a store's driver from the application's class path, jars inside of a Spring Boot jar included. */
final class ApplicationLoader extends ClassLoader {
    private final ClassPath classes;
    private final List<Archive> archives;

    ApplicationLoader(ClassPath classes, List<Archive> archives) {
        super(ClassLoader.getSystemClassLoader().getParent());
        this.classes = classes;
        this.archives = archives;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!classes.has(name)) {
            throw new ClassNotFoundException(name);
        }
        byte[] bytes = classes.bytes(name);
        int dot = name.lastIndexOf('.');
        if (dot > 0) {
            try {
                definePackage(name.substring(0, dot), null, null, null, null, null, null, null);
            } catch (IllegalArgumentException e) {
                // It is there.
            }
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    protected URL findResource(String name) {
        Enumeration<URL> found = findResources(name);
        return found.hasMoreElements() ? found.nextElement() : null;
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        List<URL> found = new ArrayList<>();
        for (Archive archive : archives) {
            if (archive.has(name)) {
                found.add(url(archive, name));
            }
        }
        return Collections.enumeration(found);
    }

    private static URL url(Archive archive, String name) {
        try {
            return new URL(null, "lockgraft-check:" + archive.label + '!' + name, new Entries(archive, name));
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Opens one entry of an archive. */
    private static final class Entries extends URLStreamHandler {
        private final Archive archive;
        private final String name;

        Entries(Archive archive, String name) {
            this.archive = archive;
            this.name = name;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {
                    // It is open.
                }

                @Override
                public InputStream getInputStream() throws IOException {
                    return new ByteArrayInputStream(archive.read(name));
                }
            };
        }
    }
}
