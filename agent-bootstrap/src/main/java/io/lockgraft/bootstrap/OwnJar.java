package io.lockgraft.bootstrap;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The jar that this class came from; it must be lockgraft.jar itself. */
final class OwnJar {
    private OwnJar() {}

    /** Opens it, without checking signatures, which is slow so early. Stays open as long as the JVM runs. */
    static JarFile open() throws IOException {
        // Not the class file as a resource: a loader that is asked for one asks the JDK's own modules first, and up to
        // Java 24 that makes the default NIO file system.
        CodeSource source = OwnJar.class.getProtectionDomain().getCodeSource();
        File file = file(source == null ? null : source.getLocation());
        JarFile jar = new JarFile(file, false);
        Manifest manifest = jar.getManifest();
        if (!isOurs(manifest)) {
            jar.close();
            throw new IllegalStateException(
                    file + " holds Lockgraft's classes, but is not lockgraft.jar. It would have to go"
                            + " behind the bootstrap class path, with everything else that is in it. Use"
                            + " -javaagent:/path/to/lockgraft.jar, and leave io.lockgraft out of your own jar");
        }
        return jar;
    }

    /**
     * True if the JVM runs the commands of this jar or of another copy of it. JAVA_TOOL_OPTIONS gives them the agent,
     * too.
     *
     * @param command as the launcher notes it: with -jar the path of the jar, then arguments; or null
     */
    static boolean isRunBy(String command) throws IOException {
        // With -jar the class path is that jar, and behind it what agents add.
        String path = System.getProperty("java.class.path", "");
        int end = path.indexOf(File.pathSeparatorChar);
        String first = end < 0 ? path : path.substring(0, end);
        boolean isMain = command != null && (command.equals(first) || command.startsWith(first + ' '));
        if (!isMain || !new File(first).getName().startsWith("lockgraft") || !first.endsWith(".jar")) {
            return false;
        }
        JarFile jar = new JarFile(new File(first), false);
        try {
            return isOurs(jar.getManifest());
        } finally {
            jar.close();
        }
    }

    static File file(URL location) {
        String url = String.valueOf(location);
        if (!url.startsWith("file:") || url.endsWith("/")) {
            throw new IllegalStateException("it was loaded from " + url + ", not from a jar file that can be opened;"
                    + " use -javaagent:/path/to/lockgraft.jar");
        }
        try {
            return new File(new URI(url));
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IllegalStateException("the path of its jar does not read: " + url, e);
        }
    }

    static boolean isOurs(Manifest manifest) {
        Attributes main = manifest == null ? new Attributes() : manifest.getMainAttributes();
        String name = "io.lockgraft.bootstrap.Premain";
        return name.equals(main.getValue("Premain-Class")) && name.equals(main.getValue(Attributes.Name.MAIN_CLASS));
    }
}
