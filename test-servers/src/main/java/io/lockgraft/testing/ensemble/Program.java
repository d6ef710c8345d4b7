package io.lockgraft.testing.ensemble;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A server's program that this machine may have: an environment variable names it, or it is on the path. */
final class Program {
    private Program() {}

    /** Its path. Where there is none, the calling test is skipped and says so. */
    static String find(String variable, String name) {
        List<String> places = new ArrayList<>();
        if (System.getenv(variable) != null) {
            places.add(System.getenv(variable));
        }
        for (String each : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            places.add(each + '/' + name);
        }
        Optional<String> found = places.stream()
                .filter(each -> Files.isExecutable(Path.of(each)))
                .findFirst();
        if (found.isEmpty()) {
            System.out.println(
                    "==== NOT TESTED: there is no " + name + "; name one, as in " + variable + "=/usr/bin/" + name);
        }
        assumeTrue(found.isPresent(), "there is no " + name + ": name one, as in " + variable + "=/usr/bin/" + name);
        return found.get();
    }
}
