package io.lockgraft.engine.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.annotations.JCStressTest;

/** Lets jcstress run {@link GateStress}: for a short while; {@code agent/gate-stress.sh} lets it take its time. */
@Tag("whole")
@Shows("many calls of one JVM")
final class GateStressIT {
    private static final List<String> SHORT = List.of("-f", "1", "-fsm", "1", "-iters", "1", "-time", "400");

    @Test
    void noTwoThreadsAtAGateLeaveALeaseWithNobodyOrWithTwo() throws Exception {
        String mode = System.getProperty("lockgraft.stress.mode");
        Run run = mode == null ? run("", "-Xmx256m", SHORT) : run("", "-Xmx256m", List.of("-m", mode));

        System.out.println(run.output.substring(Math.max(0, run.output.indexOf("RUN RESULTS"))));
        assertThat(run.code).as(run.output).isZero();
        for (Class<?> each : GateStress.class.getDeclaredClasses()) {
            if (each.isAnnotationPresent(JCStressTest.class)) {
                assertThat(run.output).contains("[OK] " + each.getCanonicalName());
            }
        }
    }

    /** Is the test above worth something? */
    @Test
    @FailsWithout("`Gate` moves a lease under its lock, so that it has one owner and no call is forgotten")
    void aGateWithoutItsLockFails() throws Exception {
        Run run = run(".OneEndsWhileTheNextGivesUp", "-Xmx256m -D" + GateStress.WITHOUT_LOCK + "=true", SHORT);

        assertThat(run.code).as(run.output).isNotZero();
        assertThat(run.output).contains("FAILED", "Forbidden");
    }

    private record Run(int code, String output) {}

    private static Run run(String test, String jvm, List<String> how) throws IOException, InterruptedException {
        Path folder = Path.of("target", "jcstress");
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(Arrays.asList(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath(),
                "org.openjdk.jcstress.Main",
                "-t",
                "io.lockgraft.engine.hold.GateStress" + test,
                "-jvmArgs",
                jvm,
                "-sc",
                "false",
                "-c",
                "2",
                "-v",
                "-r",
                "report"));
        command.addAll(how);
        File output = File.createTempFile("output", ".txt", folder.toFile());
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            assertThat(process.waitFor(how == SHORT ? 10 : 24 * 60, TimeUnit.MINUTES))
                    .as("it came to an end; so far: %s", output)
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return new Run(process.exitValue(), Files.readString(output.toPath()));
    }

    /** Of these tests; Maven may give it in a jar's manifest. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
