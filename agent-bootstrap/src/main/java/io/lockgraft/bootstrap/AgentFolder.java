package io.lockgraft.bootstrap;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The folder of the jar that holds the agent, as its loader sees it: by the names that class path entries have. */
final class AgentFolder extends URLStreamHandler {
    private static final String NAME = "lockgraft/";

    private final JarFile jar;

    AgentFolder(JarFile jar) {
        this.jar = jar;
    }

    /** The entry for {@code io/lockgraft/start/Agent.class} or {@code META-INF/services/...}, or null. */
    JarEntry entry(String name) {
        return jar.getJarEntry(NAME + (name.endsWith(".class") ? name + "data" : name));
    }

    InputStream open(JarEntry entry) throws IOException {
        return jar.getInputStream(entry);
    }

    /**
     * A URL that reads from this open file, whatever the application does to the JVM's own jar: URLs and their cache.
     * Null where there is no such entry.
     */
    URL url(String name) {
        try {
            return entry(name) == null ? null : new URL(null, "lockgraft:/" + name, this);
        } catch (MalformedURLException e) {
            return null;
        }
    }

    @Override
    protected URLConnection openConnection(URL url) {
        return new Connection(url);
    }

    @Override
    public String toString() {
        return jar.getName();
    }

    private final class Connection extends URLConnection {
        Connection(URL url) {
            super(url);
        }

        @Override
        public void connect() {
            connected = true;
        }

        @Override
        public InputStream getInputStream() throws IOException {
            JarEntry entry = entry(url.getPath().substring(1));
            if (entry == null) {
                throw new FileNotFoundException(url.toString());
            }
            return open(entry);
        }
    }
}
