package io.lockgraft.cli.classpath;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The folders in which an archive keeps its classes and its libraries: plain, Spring Boot, WAR or EAR. */
final class Layout {
    private static final Pattern VERSIONED = Pattern.compile("META-INF/versions/\\d+/(.+\\.class)");
    /** Spring Boot 1.0 to 1.3 kept its libraries in lib/, as an EAR keeps those that its modules share. */
    private static final Pattern LIBRARY =
            Pattern.compile("(?:BOOT-INF/lib|WEB-INF/lib|WEB-INF/lib-provided|lib)/[^/]+\\.jar");

    private static final Pattern MODULE = Pattern.compile("(?:[^/]+/)*[^/]+\\.(?:war|jar|rar)");

    private final boolean web;
    private final boolean enterprise;

    Layout(String label, List<String> names) {
        this.web = names.stream().anyMatch(name -> name.startsWith("WEB-INF/"));
        this.enterprise = label.endsWith(".ear") || names.contains("META-INF/application.xml");
    }

    /** The binary name of the class in this entry; null where the application cannot load it from there. */
    String className(String entry) {
        // What lies beside WEB-INF goes to browsers.
        String folder = web ? "WEB-INF/classes/" : entry.startsWith("BOOT-INF/") ? "BOOT-INF/classes/" : "";
        boolean isClass = entry.endsWith(".class") && !entry.endsWith("-info.class");
        boolean isLoaded = entry.startsWith(folder) && !entry.startsWith("META-INF/");
        return isClass && isLoaded ? binaryName(entry.substring(folder.length())) : null;
    }

    /** The class that this entry replaces on a newer Java; null where it is none of a multi-release jar. */
    static String versionedClassName(String entry) {
        Matcher versioned = VERSIONED.matcher(entry);
        return versioned.matches() ? binaryName(versioned.group(1)) : null;
    }

    /** True if the entry is a jar or WAR whose classes count too. */
    boolean isArchive(String entry) {
        return LIBRARY.matcher(entry).matches()
                || (enterprise && MODULE.matcher(entry).matches());
    }

    private static String binaryName(String path) {
        return path.substring(0, path.length() - ".class".length()).replace('/', '.');
    }
}
