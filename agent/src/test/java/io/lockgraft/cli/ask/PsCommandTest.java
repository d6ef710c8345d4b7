package io.lockgraft.cli.ask;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.manage.mailbox.ProcessEntry;
import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine;

/** The list, in a folder with mailboxes that this test has made. Nobody answers in them. */
@EnabledOnOs(OS.LINUX)
class PsCommandTest {
    /** Higher than any that the system gives. */
    private static final String DEAD = "999999999";

    private static final FileAttribute<?> MINE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    @TempDir
    private Path folder;

    private final ProcessEntry self = ProcessEntry.self();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path users;

    @BeforeEach
    void makeTheFolderOfThisUser() throws IOException {
        users = Files.createDirectory(folder.resolve("lockgraft-" + self.user()), MINE);
    }

    private Path mailbox(String pid, String ticks, String application) throws IOException {
        Path mailbox = Files.createDirectory(users.resolve(pid + "-1"), MINE);
        Files.writeString(
                mailbox.resolve("jvm"),
                "pid=" + pid + "\nnamespace=" + self.namespace("pid") + "\nticks=" + ticks + "\napplication="
                        + application + "\nstarted=1000\n");
        return mailbox;
    }

    private int ps(String... more) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> words = new ArrayList<>(List.of(more));
        if (!words.contains("--folder")) {
            words.addAll(List.of("--folder", folder.toString()));
        }
        return new CommandLine(new PsCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words.toArray(new String[0]));
    }

    @Test
    @FailsWithout("`PsCommand#call` tells of the JVMs whose mailboxes it removes")
    void aDeadJvmIsToldOfBeforeItsTraceIsRemoved() throws IOException {
        Path dead = mailbox(DEAD, "1", "batch.jar");
        mailbox(self.pid(), self.startTicks(), "orders.jar");

        assertThat(ps()).isZero();

        assertThat(out.toString())
                .contains("orders.jar", "does not answer")
                .endsWith("\nJVM " + DEAD + " (batch.jar) has ended, and not in good order. Its locks end with their"
                        + " lease: nothing is to be done\n");
        assertThat(err.toString()).isEmpty();
        assertThat(dead).doesNotExist();
    }

    @Test
    void aDeadJvmIsAnEntryOfTheJson() throws IOException {
        mailbox(DEAD, "1", "batch.jar");

        assertThat(ps("--json")).isEqualTo(1);

        List<Map<String, Object>> all = new Yaml().load(out.toString());
        assertThat(all)
                .singleElement()
                .satisfies(each -> assertThat(each)
                        .containsEntry("application", "batch.jar")
                        .containsEntry("pid", Integer.valueOf(DEAD))
                        .containsEntry("upMillis", null)
                        .containsEntry("held", null)
                        .containsEntry("state", "has ended, and not in good order"));
        assertThat(err.toString()).contains("JVM " + DEAD + " (batch.jar) has ended, and not in good order.");
    }

    @Test
    void aFolderThatCannotBeLookedIntoIsNotTakenForAnEmptyOne() throws IOException {
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), folder.resolve("loop"));

        assertThat(ps("--folder", loop.toString())).isEqualTo(2);

        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("There is no looking into " + loop + ": Too many levels of symbolic links");
    }

    @Test
    void whereThereIsNoneTheOutputIsEmpty() {
        String none = "No JVM with Lockgraft can be asked by user " + self.userName() + ": there is none in " + folder;

        assertThat(ps()).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).startsWith(none);

        assertThat(ps("--json")).isEqualTo(1);
        assertThat(out.toString().strip()).isEqualTo("[]");
        assertThat(err.toString()).startsWith(none);
    }
}
