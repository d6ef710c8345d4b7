package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The jars of Tomcat and Spring, which some of the tests' applications run on; dependencies of the tests. */
final class Libraries {
    private Libraries() {}

    /** Those whose file names begin with one of these; there must be one for each. */
    static List<Path> jars(String... beginnings) {
        String all = System.getProperty("lockgraft.test.dependencies");
        assertThat(all)
                .as("lockgraft.test.dependencies is set by the build; run the tests by mvn verify")
                .isNotNull();
        List<Path> jars = new ArrayList<>();
        for (String beginning : beginnings) {
            int before = jars.size();
            for (String jar : all.split(File.pathSeparator)) {
                if (new File(jar).getName().startsWith(beginning)) {
                    jars.add(Path.of(jar));
                }
            }
            assertThat(jars.size()).as("jars of " + beginning + " among " + all).isGreaterThan(before);
        }
        return jars;
    }

    /** The same as a class path. */
    static String path(String... beginnings) {
        return String.join(
                File.pathSeparator,
                jars(beginnings).stream().map(Path::toString).toList());
    }

    /** slf4j 2 and its logback, as a class path. */
    static String ofSlf4j2() {
        return ofFolder("slf4j-2");
    }

    /** What the build has copied beside the dependencies, as a class path. */
    static String ofFolder(String name) {
        File[] jars = new File(System.getProperty("lockgraft.test.copies", ""), name).listFiles();
        assertThat(jars)
                .as("jars in " + name + " of lockgraft.test.copies, set by the build; run the tests by mvn verify")
                .isNotEmpty();
        return Arrays.stream(jars).map(File::getPath).collect(Collectors.joining(File.pathSeparator));
    }
}
