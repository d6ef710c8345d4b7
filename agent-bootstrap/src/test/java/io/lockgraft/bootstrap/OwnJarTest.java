package io.lockgraft.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URL;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;

class OwnJarTest {
    @Test
    void aJarIsFoundWhateverItsPath() throws Exception {
        File file = new File("/a b/c+d/\u00fc#1 100%/lockgraft.jar");

        assertThat(OwnJar.file(file.toURI().toURL())).isEqualTo(file);
    }

    @Test
    void classesThatLieInAFolderAreRefused() {
        assertThatThrownBy(() -> OwnJar.file(new URL("file:/a/classes/")))
                .hasMessage("it was loaded from file:/a/classes/, not from a jar file that can be"
                        + " opened; use -javaagent:/path/to/lockgraft.jar");
    }

    @Test
    void anotherJarsManifestIsNotOurs() {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Premain-Class", "io.lockgraft.bootstrap.Premain");
        manifest.getMainAttributes().putValue("Main-Class", "com.shop.Main");

        assertThat(OwnJar.isOurs(manifest)).isFalse();
        assertThat(OwnJar.isOurs(null)).isFalse();
    }
}
