package io.lockgraft.cli.classpath;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Something with class files in it: a folder or a jar. Its entries are named with slashes, as in a jar. */
interface Archive extends Closeable {
    /** As a person calls it: {@code shop.war!WEB-INF/lib/pay.jar}. */
    String label();

    /** The names of all its files, in an order that does not change from run to run. */
    List<String> names() throws IOException;

    /** The file with this name. */
    byte[] read(String name) throws IOException;
}
