package io.lockgraft.cli.classpath;

import io.lockgraft.spi.text.AbsentFile;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The text behind {@code --classpath}, read as {@code java -cp} reads it: entries, and {@code lib/*} for all jars
 * there.
 */
public final class ClassPathText {
    private ClassPathText() {}

    /**
     * @param separator the platform's, between entries
     * @throws IllegalArgumentException where there is no entry, or one that does not exist: on a class path that is
     * checked that is a slip of
     *     the pen, after which every rule would look wrong
     */
    public static List<File> entries(String text, String separator) {
        LinkedHashSet<File> entries = new LinkedHashSet<>();
        List<String> missing = new ArrayList<>();
        for (String entry : text.split(java.util.regex.Pattern.quote(separator))) {
            if (entry.isEmpty()) {
                continue;
            }
            boolean wildcard = entry.equals("*") || entry.endsWith("/*") || entry.endsWith(File.separator + "*");
            File file = new File(wildcard ? entry.substring(0, entry.length() - 1) + '.' : entry);
            if (wildcard && file.isDirectory()) {
                entries.addAll(jarsIn(entry.substring(0, entry.length() - 1), file));
            } else if (!wildcard && file.exists()) {
                entries.add(file);
            } else {
                missing.add(wildcard ? "folder " + entry.substring(0, entry.length() - 1) : entry);
            }
        }
        if (entries.isEmpty() && missing.isEmpty()) {
            throw new IllegalArgumentException(
                    "it has no entry; an empty variable of the shell, or lib/* of a folder without jars?");
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(
                    "no such file or folder: " + String.join(", ", missing) + AbsentFile.workingDirectory());
        }
        return new ArrayList<>(entries);
    }

    /**
     * Lists the jars of a folder, as the JVM does for {@code lib/*}: none of the folders below. They are sorted,
     * because the file system's order differs between machines.
     *
     * @param prefix of each, in front of its name
     */
    static List<File> jarsIn(String prefix, File folder) {
        String[] names = folder.list();
        return Arrays.stream(names == null ? new String[0] : names)
                .filter(name -> name.toLowerCase(Locale.ROOT).endsWith(".jar"))
                .sorted()
                .map(name -> new File(prefix + name))
                .collect(Collectors.toList());
    }
}
