package io.lockgraft.extension;

import io.lockgraft.spi.StoreProvider;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** A jar with a store of another author, which the rules file names in {@code extensions}. */
public final class Extension {
    private static final String SERVICE = "META-INF/services/io.lockgraft.spi.StoreProvider";
    private static final String OF_THE_SPI = "io/lockgraft/spi/";

    private final JarFile jar;
    private final String path;

    private Extension(JarFile jar, String path) {
        this.jar = jar;
        this.path = path;
    }

    /**
     * Loads the jar. It stays open as long as the JVM runs, unless it is no extension.
     *
     * @param path as the log shall show it
     * @return what reads the settings of its stores, one or more; nothing that they throw passes them
     */
    public static List<StoreProvider> load(File file, String path) throws ExtensionException {
        JarFile jar;
        try {
            jar = new JarFile(file, false);
        } catch (IOException e) {
            throw new ExtensionException("is no jar that can be read: " + e.getMessage());
        }
        List<StoreProvider> providers = null;
        try {
            providers = new Extension(jar, path).providers();
            return providers;
        } catch (IOException e) {
            throw new ExtensionException("cannot be read: " + e.getMessage());
        } finally {
            if (providers == null) {
                close(jar);
            }
        }
    }

    private static void close(JarFile jar) {
        try {
            jar.close();
        } catch (IOException e) {
            // It was only read, and the reason why it is not used is told.
        }
    }

    private List<StoreProvider> providers() throws IOException, ExtensionException {
        Enumeration<JarEntry> entries = jar.entries();
        while (entries.hasMoreElements()) {
            String name = entries.nextElement().getName();
            if (name.startsWith(OF_THE_SPI) && name.endsWith(".class")) {
                throw new ExtensionException("brings a class of the SPI (" + name + "), which Lockgraft brings itself;"
                        + " leave lockgraft-spi out of the jar, as Maven does for the scope 'provided'");
            }
        }
        List<String> names = names();
        if (names.isEmpty()) {
            throw new ExtensionException("names no class in " + SERVICE + "; write the name of the class that"
                    + " implements StoreProvider there");
        }
        ClassLoader loader = new ExtensionLoader(jar);
        List<StoreProvider> providers = new ArrayList<>(names.size());
        for (String name : names) {
            providers.add(new ExtensionProvider(provider(name, loader), path));
        }
        return providers;
    }

    /** The classes that the service file names. */
    private List<String> names() throws IOException, ExtensionException {
        JarEntry service = jar.getJarEntry(SERVICE);
        if (service == null) {
            throw new ExtensionException("has no " + SERVICE + "; that file of an extension names the class that"
                    + " implements StoreProvider");
        }
        List<String> names = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(jar.getInputStream(service), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int comment = line.indexOf('#');
                String name = (comment < 0 ? line : line.substring(0, comment)).trim();
                if (!name.isEmpty()) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    private static StoreProvider provider(String name, ClassLoader loader) throws ExtensionException {
        try {
            Class<?> type = Class.forName(name, true, loader);
            if (!StoreProvider.class.isAssignableFrom(type)) {
                throw new ExtensionException(named(name) + " does not implement io.lockgraft.spi.StoreProvider");
            }
            return (StoreProvider) type.getConstructor().newInstance();
        } catch (ClassNotFoundException e) {
            throw new ExtensionException(named(name) + " is not in the jar; correct the name in " + SERVICE);
        } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
            throw new ExtensionException(
                    named(name) + " must be a public class with a public constructor without parameters");
        } catch (InvocationTargetException e) {
            throw new ExtensionException(named(name) + ' ' + Fault.of(e.getCause()));
        } catch (RuntimeException | LinkageError e) {
            throw new ExtensionException(named(name) + ' ' + Fault.of(e));
        }
    }

    private static String named(String provider) {
        return "cannot be used: its provider " + provider;
    }
}
