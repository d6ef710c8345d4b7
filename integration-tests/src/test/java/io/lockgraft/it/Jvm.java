package io.lockgraft.it;

import java.io.File;

/** One installed JDK: its feature version, and where it is. */
record Jvm(int version, File home) {
    String java() {
        return new File(home, "bin/java").getPath();
    }

    @Override
    public String toString() {
        return "JDK " + version;
    }
}
