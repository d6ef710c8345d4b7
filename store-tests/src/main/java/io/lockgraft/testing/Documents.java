package io.lockgraft.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The project's documents, which tests hold to what they say. */
public final class Documents {
    private Documents() {}

    /** @param path from the project's root, whichever module's folder the test runs in */
    public static String read(String path) {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(path))) {
                try {
                    return Files.readString(folder.resolve(path));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        }
        throw new AssertionError(path + " is in no folder above " + Path.of("").toAbsolutePath());
    }
}
