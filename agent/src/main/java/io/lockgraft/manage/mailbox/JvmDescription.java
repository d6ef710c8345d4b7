package io.lockgraft.manage.mailbox;

import io.lockgraft.manage.ThisJvm;
import io.lockgraft.manage.Version;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.text.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The file in a mailbox that says whose it is: one setting a line. What stands there can be read while the JVM stands
 * still. Immutable.
 */
public final class JvmDescription {
    static final String FILE = "jvm";
    private static final int MOST_BYTES = 1 << 16;

    private final Map<String, String> settings;
    private final long touched;

    private JvmDescription(Map<String, String> settings, long touched) {
        this.settings = settings;
        this.touched = touched;
    }

    /** Of this JVM, as it is now: one that was restored from an image may have another pid. */
    static JvmDescription ofThisJvm(String rules, long started) {
        ProcessEntry self = ProcessEntry.self();
        Jvm jvm = ThisJvm.get();
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("pid", self.innerPid().isEmpty() ? jvm.pid() : self.innerPid());
        settings.put("namespace", self.namespace("pid"));
        settings.put("ticks", self.startTicks());
        settings.put("started", String.valueOf(started));
        settings.put("host", jvm.host());
        settings.put("application", jvm.application());
        settings.put("version", Version.text());
        settings.put("java", System.getProperty("java.version"));
        settings.put("rules", rules);
        return new JvmDescription(settings, System.currentTimeMillis());
    }

    /** Writes it, or writes it again: no reader sees half of it. */
    void write(Path mailbox) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, String> each : settings.entrySet()) {
            text.append(each.getKey())
                    .append('=')
                    .append(Printable.of(each.getValue()))
                    .append('\n');
        }
        Path part = mailbox.resolve(FILE + QuestionFiles.PART);
        Files.write(part, text.toString().getBytes(StandardCharsets.UTF_8));
        Files.move(part, mailbox.resolve(FILE), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    static boolean isIn(Path mailbox) {
        return Files.isRegularFile(mailbox.resolve(FILE), LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns null where there is none that can be read. */
    static JvmDescription read(Path mailbox) {
        Path file = mailbox.resolve(FILE);
        try {
            if (!isIn(mailbox) || Files.size(file) > MOST_BYTES) {
                return null;
            }
            Map<String, String> settings = new LinkedHashMap<>();
            for (String line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n")) {
                int equals = line.indexOf('=');
                if (equals > 0) {
                    settings.put(line.substring(0, equals), Printable.of(line.substring(equals + 1)));
                }
            }
            return new JvmDescription(settings, Files.getLastModifiedTime(file).toMillis());
        } catch (IOException gone) {
            return null;
        }
    }

    /** The pid by which the JVM knows itself. */
    public String pid() {
        return get("pid");
    }

    /** The namespace of pids that the JVM lives in; empty where there is none. */
    public String namespace() {
        return get("namespace");
    }

    public String ticks() {
        return get("ticks");
    }

    public String application() {
        return get("application");
    }

    public String host() {
        return get("host");
    }

    /** Of the agent. */
    public String version() {
        return get("version");
    }

    public String java() {
        return get("java");
    }

    /** The path of the rules file. */
    public String rules() {
        return get("rules");
    }

    /** For how long the agent has run; less than 0 where that is not known. */
    public long upMillis() {
        return started() == 0 ? -1 : Math.max(0, System.currentTimeMillis() - started());
    }

    /** When the agent was started, as System.currentTimeMillis tells it; 0 where that is not known. */
    public long started() {
        Long started = Forms.number(get("started"));
        return started == null ? 0 : started;
    }

    /** When the JVM wrote it last. */
    long touched() {
        return touched;
    }

    /** True if it is about this process. What is not known on one side is not compared. */
    boolean isOf(ProcessEntry process) {
        boolean sameClock = same(process.namespace("time"), ProcessEntry.self().namespace("time"));
        return same(pid(), process.innerPid())
                && same(namespace(), process.namespace("pid"))
                && (!sameClock || same(ticks(), process.startTicks()));
    }

    /**
     * True if this process would see the JVM's process while it runs. The first namespace of pids has the same number
     * on all hosts, and hosts may share a folder.
     */
    boolean isFromHere() {
        return !namespace().isEmpty()
                && namespace().equals(ProcessEntry.self().namespace("pid"))
                && same(host(), ThisJvm.get().host());
    }

    private static boolean same(String said, String seen) {
        return said.isEmpty() || seen.isEmpty() || said.equals(seen);
    }

    private String get(String name) {
        String value = settings.get(name);
        return value == null ? "" : value;
    }
}
