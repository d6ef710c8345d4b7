package io.lockgraft.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.table.RefusedException;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which folders are taken. */
final class LockFolderTest {
    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    @ParameterizedTest
    @ValueSource(strings = {"overlay", "aufs", "fuse.fuse-overlayfs"})
    @FailsWithout("`LockFolder#judge` refuses what each container has for itself")
    void aFileSystemThatEachContainerHasForItselfIsRefused(String type) {
        assertThatThrownBy(() -> new LockFolder(new File("/locks"), Log.ofStore()).judge(type))
                .isInstanceOf(RefusedException.class)
                .hasMessage("/locks is on a file system of type " + type + ", which each container has for itself:"
                        + " locks there keep no other container out; name a folder of a volume that all of them mount");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs4", "CIFS", "fuse.sshfs"})
    void aNetworkFileSystemIsRefused(String type) {
        assertThatThrownBy(() -> new LockFolder(new File("/locks"), Log.ofStore()).judge(type))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith(
                        "/locks is on a file system of type " + type + ", where locks of several hosts");
    }

    @Test
    @FailsWithout("`LockFolder#judge` warns of a file system in memory")
    void aFileSystemInMemoryIsWarnedOfOnce() throws Exception {
        Path memory = Path.of("/dev/shm");
        assumeTrue(
                Files.isDirectory(memory) && Files.getFileStore(memory).type().equals("tmpfs"));
        Path made = Files.createTempDirectory(memory, "lockgraft");
        try {
            LockFolder folder = new LockFolder(made.toFile(), Log.ofStore());
            folder.open(folder.file("a.locks"));
            folder.open(folder.file("b.locks"));

            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("[lockgraft] WARN " + made + " is on a file system of type tmpfs: fence tokens begin"
                            + " again after a restart of the machine");
        } finally {
            FileJvm.deleteFiles(made);
            Files.delete(made);
        }
    }

    @Test
    void aLocalDiskIsTakenWithoutAWord(@TempDir File folder) throws Exception {
        LockFolder locks = new LockFolder(folder, Log.ofStore());

        assertThat(locks.open(locks.file("a"))).isNotNull();

        locks.judge("ext4");
        locks.judge(null);
        assertThat(log.lines()).isEmpty();
    }
}
