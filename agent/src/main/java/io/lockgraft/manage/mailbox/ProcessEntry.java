package io.lockgraft.manage.mailbox;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * What Linux tells about one process under {@code /proc}. Each part may be missing: it is another user's, or the system
 * is no Linux.
 */
public final class ProcessEntry {
    private static final Path PROC = Paths.get("/proc");
    private static final int START_TICKS = 19;

    private final Path folder;
    private final String pid;
    private final String status;
    /** The fields of {@code stat} from the third one on: the second is a name that may hold spaces and brackets. */
    private final List<String> stat;

    private ProcessEntry(Path folder, String pid) {
        this.folder = folder;
        this.pid = pid;
        this.status = text("status");
        String line = text("stat");
        this.stat =
                Arrays.asList(line.substring(line.lastIndexOf(')') + 1).trim().split(" "));
    }

    /** This process. Without {@code /proc} it has no parts. */
    public static ProcessEntry self() {
        ProcessEntry entry = new ProcessEntry(PROC.resolve("self"), "");
        return new ProcessEntry(entry.folder, entry.value("Pid"));
    }

    /** True if the system tells about processes in files. */
    public static boolean isLinux() {
        return Files.exists(PROC.resolve("self/stat"));
    }

    /** The process with this number, or null where there is none that this user may see. */
    public static ProcessEntry of(String pid) {
        ProcessEntry entry = new ProcessEntry(PROC.resolve(pid), pid);
        return entry.status.isEmpty() ? null : entry;
    }

    /** All processes that this user may see, by their numbers. */
    public static List<ProcessEntry> all() {
        List<Integer> pids = new ArrayList<>();
        String[] names = new File(PROC.toString()).list();
        for (String name : names == null ? new String[0] : names) {
            if (name.matches("[0-9]{1,9}")) {
                pids.add(Integer.valueOf(name));
            }
        }
        Collections.sort(pids);
        List<ProcessEntry> all = new ArrayList<>();
        for (int pid : pids) {
            ProcessEntry entry = of(String.valueOf(pid));
            if (entry != null) {
                all.add(entry);
            }
        }
        return all;
    }

    public String pid() {
        return pid;
    }

    /**
     * The user whose rights the process has in the file system, as this process sees it; -1 where that is not known.
     * Not the owner of the process's folder: that is root where the process was given capabilities.
     */
    public long user() {
        String[] users = value("Uid").split("\\s+");
        return users.length == 4 ? Long.parseLong(users[3]) : -1;
    }

    /** The name of the user, or his number with a # in front, as sudo takes both. */
    public String userName() {
        long user = user();
        try {
            Number owner = (Number) Files.getAttribute(folder, "unix:uid");
            String name = Files.getOwner(folder).getName();
            if ((owner.intValue() & 0xFFFFFFFFL) == user && !name.equals(String.valueOf(user))) {
                return name;
            }
        } catch (IOException | UnsupportedOperationException ended) {
            // Then by the number.
        }
        return "#" + user;
    }

    /** When the process began, in ticks; empty where that is not known. It tells a pid apart that is used again. */
    public String startTicks() {
        return stat.size() > START_TICKS ? stat.get(START_TICKS) : "";
    }

    /** True if the process was stopped by a signal. */
    public boolean isStopped() {
        return stat.get(0).equalsIgnoreCase("T");
    }

    /** True if it has ended, and its parent has not asked yet how. */
    public boolean isZombie() {
        return stat.get(0).equals("Z");
    }

    /** The pid by which the process knows itself: another one in a container. */
    public String innerPid() {
        String[] pids = value("NSpid").split("\\s+");
        return pids[pids.length - 1].isEmpty() ? pid : pids[pids.length - 1];
    }

    /** True if the process knows itself by another pid, or lives in a namespace of pids that this process does not. */
    public boolean isInContainer() {
        String mine = self().namespace("pid");
        String its = namespace("pid");
        return value("NSpid").split("\\s+").length > 1 || !its.isEmpty() && !its.equals(mine);
    }

    /** True if the process may see other folders under the same names. */
    public boolean hasOtherMounts() {
        String its = namespace("mnt");
        String root = root();
        return !its.isEmpty() && !its.equals(self().namespace("mnt")) || !root.isEmpty() && !root.equals(self().root());
    }

    /** What tells a namespace of the process apart, such as {@code pid:[4026531836]}; empty where it is hidden. */
    public String namespace(String kind) {
        return link("ns/" + kind);
    }

    private String root() {
        return link("root");
    }

    /** Where a folder of the process is found by this one. */
    public Path place(String absolute) {
        return folder.resolve("root").resolve(absolute.substring(1));
    }

    /** True if the process runs a JVM; false where its maps are hidden. */
    public boolean isJvm() {
        String maps = text("maps");
        return maps.contains("/libjvm.so") || maps.contains("/libj9vm");
    }

    /** The jar that the process was told to use as an agent of ours; null where its command does not say so. */
    public String agentJar() {
        for (String source : new String[] {"cmdline", "environ"}) {
            for (String word : text(source).split("[\\x00 \"'=]")) {
                String jar = word.substring(word.indexOf(':') + 1);
                if (word.startsWith("-javaagent:") && jar.endsWith(".jar") && jar.contains("lockgraft")) {
                    return jar;
                }
            }
        }
        return null;
    }

    private String value(String name) {
        int at = status.indexOf('\n' + name + ":\t");
        int from = at + name.length() + 3;
        return at < 0 ? "" : status.substring(from, status.indexOf('\n', from)).trim();
    }

    private String link(String name) {
        try {
            return Files.readSymbolicLink(folder.resolve(name)).toString();
        } catch (IOException | UnsupportedOperationException hidden) {
            return "";
        }
    }

    private String text(String name) {
        try {
            return Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
                    ? new String(Files.readAllBytes(folder.resolve(name)), StandardCharsets.UTF_8)
                    : "";
        } catch (IOException hidden) {
            return "";
        }
    }
}
