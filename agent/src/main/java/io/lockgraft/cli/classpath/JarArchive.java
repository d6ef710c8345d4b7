package io.lockgraft.cli.classpath;

import io.lockgraft.language.type.loader.LoaderTypes;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** A jar, WAR or EAR. Signatures are not verified: nothing of it is run. */
final class JarArchive extends Archive {
    private final ZipFile zip;

    /** @param mode of {@link ZipFile}, which can delete the file when it is closed */
    JarArchive(String label, File file, int mode) throws IOException {
        super(label);
        this.zip = new ZipFile(file, mode);
    }

    /**
     * Copies a jar that is inside of another: the JDK reads it there only from front to back, and a check asks for
     * single classes out of hundreds of jars.
     */
    static File copy(Archive outer, String name) throws IOException {
        File copy = Files.createTempFile("lockgraft-check-", ".jar").toFile();
        copy.deleteOnExit(); // where it cannot be opened
        Files.write(copy.toPath(), outer.read(name));
        return copy;
    }

    @Override
    List<String> names() {
        return zip.stream()
                .filter(entry -> !entry.isDirectory())
                .map(ZipEntry::getName)
                .collect(Collectors.toList());
    }

    @Override
    boolean has(String name) {
        return zip.getEntry(name) != null;
    }

    @Override
    byte[] read(String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            throw new FileNotFoundException(label + '!' + name);
        }
        try (InputStream in = zip.getInputStream(entry)) {
            return LoaderTypes.readAll(in);
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
