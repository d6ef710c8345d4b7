package io.lockgraft.store.jdbc;

import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.table.RefusedException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.sql.Driver;

/** Finds the driver: in a jar, or among the application's classes. It is made and asked without the DriverManager. */
final class Drivers {
    private static final String SERVICES = "META-INF/services/java.sql.Driver";

    private final StoreContext context;
    private final JdbcSettings settings;

    Drivers(StoreContext context, JdbcSettings settings) {
        this.context = context;
        this.settings = settings;
    }

    /** A new driver. */
    Driver load() {
        String name = settings.driverClass == null ? settings.dialect().driverClass() : settings.driverClass;
        try {
            if (settings.driverJar != null) {
                return make(ofJar(settings.driverJar), ClassLoader.getSystemClassLoader());
            }
            Class<?> found = context.applicationClass(name);
            return make(found, found.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new RefusedException(
                    "the driver " + name + " is not among the application's classes; name its jar in jdbc: driver:"
                            + " lib/driver.jar, or its class",
                    e);
        } catch (ReflectiveOperationException | IOException | ClassCastException | LinkageError e) {
            throw new RefusedException(
                    "the driver " + (settings.driverJar == null ? name : settings.driverJar) + " cannot be used: " + e,
                    e);
        }
    }

    /**
     * The first driver in a JVM makes Java 8's DriverManager look for all others, once, by the context class loader of
     * this thread. That of the store's threads finds none of the application's.
     */
    private static Driver make(Class<?> type, ClassLoader application) throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(application);
        try {
            return (Driver) type.getConstructor().newInstance();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Sees the JDK and no class of the application or of Lockgraft. */
    private static Class<?> ofJar(File jar) throws IOException, ClassNotFoundException {
        ClassLoader jdk = ClassLoader.getSystemClassLoader().getParent();
        URLClassLoader loader = new URLClassLoader(new URL[] {jar.toURI().toURL()}, jdk);
        URL services = loader.findResource(SERVICES);
        if (services == null) {
            throw new IOException("it has no " + SERVICES);
        }
        return Class.forName(firstLine(services).trim(), false, loader);
    }

    private static String firstLine(URL services) throws IOException {
        try (InputStream in = services.openStream();
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            if (line == null) {
                throw new IOException("its " + SERVICES + " is empty");
            }
            return line;
        }
    }
}
