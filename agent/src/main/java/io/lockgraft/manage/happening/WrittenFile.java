package io.lockgraft.manage.happening;

import io.lockgraft.manage.happening.Happening.Kind;
import java.io.File;

/** A rules file as it was when it was read. */
final class WrittenFile {
    private final File file;
    /** 0 where it was not there. */
    private final long written;

    WrittenFile(File file) {
        this.file = file;
        this.written = file.lastModified();
    }

    /** Returns null where the file is the one that was read. */
    Happening writtenSince() {
        long now = file.lastModified();
        if (now == written) {
            return null;
        }
        return new Happening(
                Kind.RULES_WRITTEN,
                now == 0 ? System.currentTimeMillis() : now,
                file.getPath(),
                "",
                file + (now == 0 ? " is gone" : " was written again")
                        + ". This JVM runs with what it read at its start, until it is started again.");
    }
}
