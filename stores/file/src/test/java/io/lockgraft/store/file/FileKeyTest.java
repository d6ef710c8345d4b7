package io.lockgraft.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import java.io.File;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bytes of one key in a file. */
final class FileKeyTest {
    @TempDir
    File folder;

    /** Then a reader may wait here already, and what that file's holder leaves is no lock of this one. */
    @Test
    @FailsWithout("`FileKey#enter` counts anew with each lock")
    void whoLeavesAKeyOfAFileThatWasReplacedTakesNothingFromTheNext() throws Exception {
        FileKey key = new FileKey(LockFile.open(folder), 0);
        key.leave(false);

        assertThat(key.enter(true, false)).isTrue();
        assertThat(key.enter(true, false)).isTrue();
        key.leave(false);
        assertThat(key.isEmpty()).as("the second reader is still in").isFalse();
        key.leave(false);
        assertThat(key.isEmpty()).isTrue();
    }
}
