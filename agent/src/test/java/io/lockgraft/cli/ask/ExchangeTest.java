package io.lockgraft.cli.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockgraft.manage.mailbox.FoundMailbox;
import io.lockgraft.manage.mailbox.Mailboxes;
import io.lockgraft.manage.mailbox.ProcessEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A question to a mailbox that this test has made, in which nobody answers unless the test does. */
@EnabledOnOs(OS.LINUX)
class ExchangeTest {
    @TempDir
    private Path folder;

    private FoundMailbox mailbox() throws IOException {
        FileAttribute<?> mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        ProcessEntry self = ProcessEntry.self();
        Path users = Files.createDirectory(folder.resolve("lockgraft-" + self.user()), mine);
        Path mailbox = Files.createDirectory(users.resolve(self.pid() + "-1"), mine);
        Files.writeString(
                mailbox.resolve("jvm"),
                "pid=" + self.pid() + "\nticks=" + self.startTicks() + "\napplication=orders.jar\nhost=shop-7f9c\n");
        return new Mailboxes(folder.toFile()).of(self);
    }

    private static NotAsked refused(FoundMailbox jvm) {
        return catchThrowableOfType(NotAsked.class, () -> new Exchange(jvm, List.of("status")).answer());
    }

    @Test
    void aJvmThatDoesNotLookIntoItsMailboxIsToldOfByItsDescription() throws Exception {
        FoundMailbox jvm = mailbox();

        NotAsked refused = refused(jvm);

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused)
                .hasMessageContaining(
                        "JVM " + jvm.pid() + " does not answer: it has not looked into its mailbox for 3 s.")
                .hasMessageContaining("It said of itself: orders.jar on shop-7f9c, up -");
        assertThat(jvm.folder()).as("the question is taken back").isDirectoryNotContaining("glob:**.ask");
    }

    @Test
    void aMailboxThatACleanerHasTakenIsNoSignOfAnEnd() throws Exception {
        FoundMailbox jvm = mailbox();
        Files.delete(jvm.folder().resolve("jvm"));
        Files.delete(jvm.folder());

        NotAsked refused = refused(jvm);

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused).hasMessageContaining("was removed meanwhile");
    }
}
