package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which JDKs the tests that start JVMs run on. */
class JdksTest {
    private static final int RUNNING = Runtime.version().feature();

    @TempDir
    private Path folder;

    private Path jdk(String name, String version) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name));
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        assertThat(Files.createFile(java).toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Somebody\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    @Test
    void theRunningOneThoseBesideItAndThoseThatAreNamedAreFoundTheOldestFirst() throws IOException {
        Path running = jdk("jvm/running", RUNNING + ".0.1");
        int other = RUNNING == 25 ? 21 : 25;
        Path beside = jdk("jvm/beside", other + ".0.2");
        Path old = jdk("elsewhere/old", "1.8.0_492");
        jdk("jvm/in-between", "13.0.2");

        SortedMap<Integer, Path> found = Jdks.find(running, old + File.pathSeparator);

        assertThat(found)
                .containsEntry(8, old)
                .containsEntry(RUNNING, running)
                .containsEntry(other, beside)
                .doesNotContainKey(13);
        assertThat(found.firstKey()).isEqualTo(8);
    }

    @Test
    void noVersionIsTriedTwice() throws IOException {
        Path running = jdk("jvm/a", RUNNING + ".0.1");
        jdk("jvm/b", RUNNING + ".0.2");
        Path named = jdk("elsewhere/c", "8");
        jdk("jvm/d", "8");
        Path again = jdk("elsewhere/e", RUNNING + ".0.3");

        assertThat(Jdks.find(running, named + File.pathSeparator + again).values())
                .containsExactlyInAnyOrder(running, named);
    }

    @Test
    void theShortFormUsesTheRunningOneAndWhereTheJvmMattersTheOldestAndTheNewest() {
        Path running = Path.of("running");
        SortedMap<Integer, Path> found =
                new TreeMap<>(Map.of(8, Path.of("old"), 11, Path.of("between"), RUNNING, running, 99, Path.of("new")));

        assertThat(Jdks.usual(found)).containsOnly(entry(RUNNING, running));
        assertThat(Jdks.extremes(found)).containsOnly(entry(8, Path.of("old")), entry(99, Path.of("new")));
        assertThat(Jdks.extremes(Jdks.usual(found))).containsOnly(entry(RUNNING, running));
    }

    @Test
    void aNameThatIsNoJdkIsAMistake() {
        assertThatThrownBy(() -> Jdks.find(Path.of(System.getProperty("java.home")), folder.toString()))
                .hasMessage("LOCKGRAFT_TEST_JDKS names " + folder + ", which is no JDK");
    }
}
