package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.it.AskCommands.Said;
import io.lockgraft.testing.FailsWithout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/**
 * A JVM of another user, in a container or with a root folder that cannot be written to is asked, or the command says
 * what to type. Needs root, to be other users and to make namespaces.
 */
@EnabledOnOs(OS.LINUX)
class AskElsewhereIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String USER = "65534";
    private static final String NAMELESS = "54321";
    private static final String[] AS_USER = as(USER);
    private static final String[] CONTAINER = {"unshare", "--pid", "--fork", "--mount", "--mount-proc", "--kill-child"};

    /** Whoever it is may read it. */
    @TempDir
    private static Path shared;

    private static Path jar;
    private static Path classes;
    private static Path rules;

    @BeforeAll
    static void whatEveryUserMayRead() throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            throw skipped("only root may be another user");
        }
        Process tried = new ProcessBuilder("unshare", "--pid", "--fork", "--mount", "--mount-proc", "setpriv", "true")
                .redirectErrorStream(true)
                .redirectOutput(shared.resolve("tried").toFile())
                .start();
        if (tried.waitFor() != 0) {
            throw skipped("no namespaces here: " + Files.readString(shared.resolve("tried")));
        }
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
        jar = Files.copy(AppProcess.jar().toPath(), shared.resolve("lockgraft.jar"));
        classes = shared.resolve("classes/com/example/app");
        Files.createDirectories(classes);
        for (File each :
                new File(AppProcess.classes(), "com/example/app").listFiles((in, name) -> name.startsWith("JobApp"))) {
            Files.copy(each.toPath(), classes.resolve(each.getName()));
        }
        rules = Files.writeString(shared.resolve("rules.yaml"), """
                memory: {}
                rules: [{name: work, method: com.example.app.JobApp.work, key: 'WORK:{p0}'}]
                """);
    }

    /** A class that is skipped as a whole is in no report. */
    private static TestAbortedException skipped(String why) {
        System.out.println("==== SKIPPED: no JVM of another user or in a container is asked, for " + why);
        return new TestAbortedException(why);
    }

    /** JVMs that are killed leave theirs. */
    @AfterAll
    static void removeMailboxes() throws IOException {
        for (String user : List.of(USER, NAMELESS)) {
            if (Files.exists(Path.of("/tmp/lockgraft-" + user))) {
                Folders.delete(Path.of("/tmp/lockgraft-" + user));
            }
        }
    }

    private static String[] as(String user) {
        return new String[] {"setpriv", "--reuid", user, "--regid", user, "--clear-groups"};
    }

    /** In a container of its own in which these commands are run first; it finds its files in /mnt. */
    private static AppProcess contained(String first) throws IOException {
        String mounts = "mount --bind " + shared + " /mnt && cd /mnt && " + first + " && exec \"$@\"";
        List<String> command = new ArrayList<>(List.of(CONTAINER));
        command.addAll(List.of("sh", "-c", mounts, "sh"));
        command.addAll(List.of(AS_USER));
        command.addAll(List.of(
                Jvms.running().java(),
                "-javaagent:lockgraft.jar=rules.yaml",
                "-cp",
                "classes",
                "com.example.app.JobApp",
                "pause",
                "A"));
        return AppProcess.script(command.toArray(new String[0])).start();
    }

    private static AppProcess job(String[]... before) throws IOException {
        List<String> command = new ArrayList<>();
        for (String[] each : before) {
            command.addAll(List.of(each));
        }
        command.addAll(List.of(
                Jvms.running().java(),
                "-XX:TieredStopAtLevel=1",
                "-javaagent:" + jar + "=" + rules,
                "-cp",
                shared.resolve("classes").toString(),
                "com.example.app.JobApp",
                "pause",
                "A"));
        return AppProcess.script(command.toArray(new String[0])).start();
    }

    /** The pid of the JVM itself, behind what has started it. */
    private static String pid(AppProcess job) {
        await("main").atMost(LONG).until(() -> job.output().contains("pauses"));
        ProcessHandle process = ProcessHandle.of(job.pid()).orElseThrow();
        return String.valueOf(process.descendants()
                .filter(each -> each.info().command().orElse("").endsWith("/java"))
                .findFirst()
                .orElse(process)
                .pid());
    }

    private static AskCommands asRoot() throws IOException {
        return AskCommands.on(Jvms.running()).of(jar);
    }

    private static AskCommands asUser() throws IOException {
        return asRoot().behind(AS_USER);
    }

    /** Asks until main has run for long enough. */
    private static Said answered(AskCommands commands, String... words) {
        return await("an answer")
                .atMost(LONG)
                .pollDelay(Duration.ZERO)
                .until(() -> commands.run(words), said -> said.code() != 1);
    }

    @Test
    @FailsWithout("`AskableJvms#refuseOthers` lets no user ask the JVM of another, root included")
    void aJvmAnswersItsOwnUserAloneAndOthersAreToldWhatToType() throws Exception {
        try (AppProcess job = job(AS_USER);
                AppProcess nameless = job(as(NAMELESS))) {
            String pid = pid(job);
            String other = pid(nameless);

            assertThat(answered(asUser(), "status", pid).code()).isZero();
            assertThat(answered(asRoot().behind(as(NAMELESS)), "status", other).code())
                    .isZero();

            Said root = asRoot().run("status", pid, "--json");
            assertThat(root.code()).isEqualTo(2);
            assertThat(root.err())
                    .contains(
                            "Process " + pid + " runs as user nobody. A JVM answers only its own user, not even root.",
                            "sudo -u nobody java -jar " + jar + " status " + pid + " --json",
                            "(docker exec -u " + USER + " CONTAINER, or kubectl exec POD --, in place of sudo");
            Said user = asUser().run("status", other);
            assertThat(user.code()).isEqualTo(2);
            assertThat(user.err()).contains("sudo -u '#" + NAMELESS + "' java -jar " + jar + " status " + other);
            Said listed = asRoot().run("ps");
            assertThat(listed.text())
                    .contains("JVMs of user nobody: sudo -u nobody java -jar " + jar + " ps")
                    .contains("JVMs of user " + NAMELESS + ": sudo -u '#" + NAMELESS + "' java -jar " + jar + " ps");
            Said json = asRoot().run("ps", "--json");
            assertThat(json.err()).contains("JVMs of user nobody: sudo -u nobody java -jar " + jar + " ps --json");
            assertThat(json.out().strip()).startsWith("[").endsWith("]");
        }
    }

    @Test
    void aJvmInAContainerIsAskedThroughTheRootOfItsProcess() throws Exception {
        try (AppProcess job =
                contained("mount -t tmpfs -o mode=1777 none /dev/shm" + " && mount -t tmpfs -o mode=1777 none /tmp")) {
            String pid = pid(job);

            assertThat(answered(asUser(), "status", pid).code()).isZero();
            assertThat(asUser().run("ps").out()).containsPattern("(?m)^" + pid + " .* JobApp +/mnt/rules.yaml ");
            Said root = asRoot().run("status", pid);
            assertThat(root.code()).isEqualTo(2);
            assertThat(root.err())
                    .contains("runs in a container. Ask it from there:\nkubectl exec POD -- java -jar lockgraft.jar"
                            + " status 1");
        }
    }

    @Test
    @FailsWithout("`JvmDescription#isOf` compares the namespace of pids")
    void twoJvmsOfPidOneInOneTmpAreToldApart() throws Exception {
        try (AppProcess one = job(CONTAINER, AS_USER);
                AppProcess other = job(CONTAINER, AS_USER)) {
            String first = pid(one);
            String second = pid(other);
            assertThat(answered(asUser(), "status", first).code()).isZero();
            assertThat(answered(asUser(), "status", second).code()).isZero();

            Signals.stop(ProcessHandle.of(Long.parseLong(first)).orElseThrow());

            assertThat(asUser().run("status", first).err()).contains("JVM " + first + " does not answer");
            assertThat(asUser().run("status", second).code()).isZero();
            Signals.resume(ProcessHandle.of(Long.parseLong(first)).orElseThrow());
        }
    }

    @Test
    @FailsWithout("`SharedFolder#readingOwner` needs no file in what is mounted read-only")
    void aRootFolderThatCannotBeWrittenToLeavesSharedMemory() throws Exception {
        String left = "/tmp/lockgraft-" + USER;
        String readOnly = "mount -t tmpfs -o mode=1777 none /dev/shm && mount -t tmpfs -o mode=1777 none /tmp"
                + " && mkdir -m 0700 " + left + " && chown " + USER + " " + left + " && mount -o remount,ro /tmp";
        try (AppProcess job = contained(readOnly)) {
            String pid = pid(job);

            assertThat(answered(asUser(), "status", pid).code()).isZero();
            assertThat(new File("/proc/" + pid + "/root/dev/shm").list()).contains("lockgraft-" + USER);
            assertThat(asUser().run("ps").out()).containsPattern("(?m)^" + pid + " ");
        }
    }

    @Test
    void withoutAnyPlaceTheLogSaysSo() throws Exception {
        String readOnly = "mount -t tmpfs -o ro none /dev/shm && mount -t tmpfs -o ro none /tmp";
        try (AppProcess job = contained(readOnly)) {
            String pid = pid(job);
            await().atMost(LONG).until(() -> job.errors().contains("cannot be asked"));

            assertThat(job.errors())
                    .contains("/tmp: Read-only file system; /dev/shm: Read-only file system; manage.folder names"
                            + " another");
            Said said = asUser().run("status", pid);
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err()).contains("was started with lockgraft.jar, but has no mailbox in /tmp or /dev/shm");
        }
    }

    /** Whoever was there first has the name, and learns nothing by it. */
    @Test
    void theFolderOfASquatterIsPassedOver() throws Exception {
        String squat = "mount -t tmpfs -o mode=1777 none /tmp && mkdir -m 0700 /tmp/lockgraft-" + USER + " && chown "
                + NAMELESS + " /tmp/lockgraft-" + USER + " && ln -s /etc /tmp/lockgraft-" + USER + ".1";
        try (AppProcess job = contained(squat)) {
            String pid = pid(job);

            assertThat(answered(asUser(), "status", pid).code()).isZero();
            assertThat(new File("/proc/" + pid + "/root/tmp").list()).contains("lockgraft-" + USER + ".2");
        }
    }
}
