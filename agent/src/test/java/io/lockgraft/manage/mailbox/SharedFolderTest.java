package io.lockgraft.manage.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where a mailbox is made, and what it is not made in. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class SharedFolderTest {
    @TempDir
    private Path folder;

    private Path shared;
    private long user;

    @BeforeEach
    void aFolderThatAllMayWriteTo() throws IOException {
        shared = Files.createDirectory(folder.resolve("shared"));
        mode(shared, 01777);
        user = ((Integer) Files.getAttribute(shared, "unix:uid")).longValue();
    }

    private static void mode(Path path, int mode) throws IOException {
        Files.setAttribute(path, "unix:mode", mode);
    }

    private static Path ofItsUserAlone(Path path) throws IOException {
        return Files.createDirectory(
                path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private Path users(String end) {
        return shared.resolve("lockgraft-" + user + end);
    }

    @Test
    void theMailboxIsInAFolderThatItsUserAloneMayLookInto() throws IOException {
        Path mailbox = new SharedFolder(shared, false).make("4711");

        assertThat(mailbox.getParent()).isEqualTo(users(""));
        assertThat(mailbox.getFileName().toString()).matches("4711-[0-9a-f]{1,8}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(mailbox)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(users(""))))
                .isEqualTo("rwx------");
        assertThat(new SharedFolder(shared, false).mailboxes()).containsExactly(mailbox);
        assertThat(shared).as("nothing is left of looking for the owner").isDirectoryNotContaining("glob:**probe*");
    }

    @Test
    void twoJvmsOfOnePidHaveAFolderEach() throws IOException {
        Path one = new SharedFolder(shared, false).make("1");
        Path other = new SharedFolder(shared, false).make("1");

        assertThat(one).isNotEqualTo(other);
        assertThat(new SharedFolder(shared, false).mailboxes()).containsExactlyInAnyOrder(one, other);
    }

    @Test
    @FailsWithout(
            "`SharedFolder#isPrivate` looks at the folder itself, and at no folder that a link of this name leads to")
    void aLinkInPlaceOfTheFolderIsNotFollowed() throws IOException {
        Path elsewhere = ofItsUserAlone(folder.resolve("elsewhere"));
        Files.createSymbolicLink(users(""), elsewhere);

        Path mailbox = new SharedFolder(shared, false).make("4711");

        assertThat(mailbox.getParent()).isEqualTo(users(".1"));
        assertThat(elsewhere).isEmptyDirectory();
        assertThat(new SharedFolder(shared, false).mailboxes()).containsExactly(mailbox);
    }

    @Test
    @FailsWithout("`SharedFolder#isPrivate` takes no folder that others may look into")
    void aFolderThatOthersMayLookIntoOrAFileIsPassedOver() throws IOException {
        mode(Files.createDirectory(users("")), 0755);
        Files.createFile(users(".1"));

        assertThat(new SharedFolder(shared, false).make("4711").getParent()).isEqualTo(users(".2"));
    }

    @Test
    void aMailboxInAFolderThatOthersMayLookIntoIsNotFound() throws IOException {
        Path mailbox = new SharedFolder(shared, false).make("4711");
        mode(mailbox.getParent(), 0777);

        assertThat(new SharedFolder(shared, false).mailboxes()).isEmpty();
    }

    @Test
    void whereAllNamesAreTakenThereIsNone() throws IOException {
        for (String end : new String[] {"", ".1", ".2", ".3", ".4", ".5", ".6", ".7"}) {
            Files.createFile(users(end));
        }

        assertThatThrownBy(() -> new SharedFolder(shared, false).make("4711"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the names behind it up to .7 are links or files, or folders of others");
    }

    @Test
    @FailsWithout("`SharedFolder#make` refuses a folder in which others could replace a user's folder")
    void aFolderWhereOthersMayReplaceFilesIsRefused() throws IOException {
        mode(shared, 0777);

        assertThatThrownBy(() -> new SharedFolder(shared, false).make("4711"))
                .hasMessageContaining("its sticky bit is not set");
    }

    @Test
    @FailsWithout("`SharedFolder#mailboxes` refuses the same folders as `SharedFolder#make`")
    void aMailboxThatOthersMayReplaceIsNotFound() throws IOException {
        new SharedFolder(shared, false).make("4711");
        mode(shared, 0777);

        assertThatThrownBy(() -> new SharedFolder(shared, false).mailboxes())
                .hasMessage(shared + ": others may write there, and its sticky bit is not set, so they could replace"
                        + " files");
    }

    @Test
    void anOpenFolderWithoutMailboxesIsNotSpokenOf() throws IOException {
        mode(shared, 0777);

        assertThat(new SharedFolder(shared, false).mailboxes()).isEmpty();
    }

    @Test
    @FailsWithout("`SharedFolder#isOwn` looks at owner and mode again")
    void aMailboxIsOwnWhileNobodyElseMayLookIntoIt() throws IOException {
        SharedFolder sharedFolder = new SharedFolder(shared, false);
        Path mailbox = sharedFolder.make("4711");
        assertThat(sharedFolder.isOwn(mailbox)).isTrue();

        mode(mailbox, 0755);
        assertThat(sharedFolder.isOwn(mailbox)).as("open itself").isFalse();

        mode(mailbox, 0700);
        mode(users(""), 0711);
        assertThat(sharedFolder.isOwn(mailbox)).as("in an open folder").isFalse();

        mode(users(""), 0700);
        assertThat(sharedFolder.isOwn(mailbox)).isTrue();
        Files.move(mailbox, users("").resolve("moved"));
        Files.createSymbolicLink(mailbox, users("").resolve("moved"));
        assertThat(sharedFolder.isOwn(mailbox)).as("a link").isFalse();
        assertThat(sharedFolder.isOwn(users("").resolve("1-1"))).as("gone").isFalse();
        Files.delete(mailbox);
        Files.move(users("").resolve("moved"), mailbox);
        mode(shared, 0777);
        assertThat(sharedFolder.isOwn(mailbox)).as("others may replace it").isFalse();
    }

    @Test
    @FailsWithout(
            "`SharedFolder#mailboxes` takes folders by the names that it gives, so that no other file is ever removed")
    void foldersOfOtherNamesAreNoMailboxes() throws IOException {
        Path mine = new SharedFolder(shared, false).make("4711").getParent();
        for (String other : new String[] {"lockgraft-it123", "lockgraft-etcd", mine.getFileName() + ".8"}) {
            ofItsUserAlone(ofItsUserAlone(shared.resolve(other)).resolve("4711-abc"));
        }
        ofItsUserAlone(mine.resolve("some-notes"));
        ofItsUserAlone(mine.resolve("4711-xyz"));

        assertThat(new SharedFolder(shared, false).mailboxes()).hasSize(1);
    }
}
