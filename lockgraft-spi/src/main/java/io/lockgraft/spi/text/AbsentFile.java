package io.lockgraft.spi.text;

import java.io.File;

/** Where a file was looked for that is not there: a relative path alone does not say it. */
public final class AbsentFile {
    private AbsentFile() {}

    /** {@code /srv/shop/rules.yaml (the working directory is /srv/shop)}. */
    public static String place(File file) {
        return file.getAbsolutePath() + (file.isAbsolute() ? "" : workingDirectory());
    }

    /** {@code  (the working directory is /srv/shop)}. */
    public static String workingDirectory() {
        return " (the working directory is " + new File("").getAbsolutePath() + ")";
    }
}
