package io.lockgraft.extension;

import io.lockgraft.bootstrap.JarLoader;
import io.lockgraft.spi.StoreProvider;
import java.io.IOException;
import java.util.jar.JarFile;

/**
 * Loads one extension. It sees its own jar, {@code io.lockgraft.spi} and the JDK, and nothing else: neither the agent's
 * other classes and libraries, nor the application, nor another extension.
 *
 * <p>The classes of the SPI are always the agent's. They keep their names inside of lockgraft.jar, where only their
 * files are renamed, so an extension is compiled against the published jar of the SPI.
 */
final class ExtensionLoader extends JarLoader {
    static {
        registerAsParallelCapable();
    }

    private static final String OURS = "io.lockgraft.";
    private static final String SPI = "io.lockgraft.spi.";

    ExtensionLoader(JarFile jar) throws IOException {
        super(jar);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith(SPI)) {
            return Class.forName(name, false, StoreProvider.class.getClassLoader());
        }
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        // Not from the bootstrap loader, which has the agent's own.
        Class<?> own = own(name);
        if (own == null) {
            throw new ClassNotFoundException(name);
        }
        return own;
    }

    @Override
    protected String path(String name) {
        return name;
    }
}
