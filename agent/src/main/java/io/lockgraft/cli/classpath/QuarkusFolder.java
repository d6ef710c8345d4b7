package io.lockgraft.cli.classpath;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * The folder that Quarkus builds, with {@code quarkus-run.jar} in it: the jar's manifest names what starts Quarkus
 * alone, and
 * Quarkus' own loader has the application. That has no documented list of its jars, but fixed folders.
 */
final class QuarkusFolder {
    private QuarkusFolder() {}

    /** The jars of the application that this jar runs, the changed classes first; empty for any other jar. */
    static List<File> of(File runner) {
        List<File> jars = new ArrayList<>();
        File folder = runner.getAbsoluteFile().getParentFile();
        if (new File(folder, "quarkus/quarkus-application.dat").isFile()
                && runner.getName().equals("quarkus-run.jar")) {
            jars.add(new File(folder, "quarkus/transformed-bytecode.jar"));
            jars.add(new File(folder, "quarkus/generated-bytecode.jar"));
            jars.addAll(ClassPathText.jarsIn(folder + "/app/", new File(folder, "app")));
            jars.addAll(ClassPathText.jarsIn(folder + "/lib/main/", new File(folder, "lib/main")));
        }
        return jars;
    }
}
