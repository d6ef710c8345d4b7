package io.lockgraft.store.file;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The processes that have locked bytes of a file, as Linux lists them: {@code 7: POSIX ADVISORY WRITE 812 fe:00:4711
 * 4194304 4194304}. A process in a container sees those of its container alone. The device is not compared, for some
 * file systems list another one than they tell; 40 bits of a key's hash stand in the numbers of its bytes.
 */
final class KernelLocks {
    private static final Path LIST = Paths.get("/proc/locks");

    /** A line with an arrow tells who waits; Lockgraft's processes never do. */
    private static final Pattern LINE = Pattern.compile(
            "\\s*\\d+:\\s+POSIX\\s+\\S+\\s+(READ|WRITE)\\s+(\\d+)\\s+\\S+:(\\d+)\\s+(\\d+)\\s+(\\d+|EOF)\\s*");

    private KernelLocks() {}

    /** Which locked bytes are looked for. */
    interface Bytes {
        /** @param last the last one that is locked */
        boolean include(long first, long last, boolean shared);
    }

    /** @throws IOException with a message that says what to do */
    static Set<Long> processes(File file, Bytes bytes) throws IOException {
        Set<Long> processes = new TreeSet<>();
        if (!Files.isReadable(LIST)) {
            throw new IOException("this system does not list who has locked a file (" + LIST + "); lsof " + file
                    + " tells the processes");
        }
        Object inode = inode(file.toPath());
        if (inode == null) {
            return processes;
        }
        for (String line : Files.readAllLines(LIST, StandardCharsets.UTF_8)) {
            Matcher lock = LINE.matcher(line);
            if (lock.matches() && lock.group(3).equals(inode.toString())) {
                long first = Long.parseLong(lock.group(4));
                long last = lock.group(5).equals("EOF") ? Long.MAX_VALUE : Long.parseLong(lock.group(5));
                if (bytes.include(first, last, lock.group(1).equals("READ"))) {
                    processes.add(Long.parseLong(lock.group(2)));
                }
            }
        }
        return processes;
    }

    /** Null where there is no such file: nobody has locked it then. */
    private static Object inode(Path file) throws IOException {
        try {
            return Files.getAttribute(file, "unix:ino");
        } catch (NoSuchFileException none) {
            return null;
        }
    }
}
