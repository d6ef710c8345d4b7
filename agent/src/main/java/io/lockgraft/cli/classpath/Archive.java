package io.lockgraft.cli.classpath;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Something with class files in it: a folder or a jar. Its entries are named with slashes, as in a jar. */
abstract class Archive implements Closeable {
    /** The name for messages: {@code shop.war!WEB-INF/lib/pay.jar}. */
    final String label;

    Archive(String label) {
        this.label = label;
    }

    /** The names of all its files, in an order that does not change from run to run. */
    abstract List<String> names() throws IOException;

    abstract boolean has(String name);

    /** The file with this name. */
    abstract byte[] read(String name) throws IOException;
}
