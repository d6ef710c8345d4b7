package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.it.AskCommands.Said;
import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;
import org.yaml.snakeyaml.Yaml;

/** A running JVM is asked by the commands of the jar, by the user that it runs as. */
@EnabledOnOs(OS.LINUX)
class AskIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int THREADS = 1_000;
    private static final int KEYS = 200;
    private static final String RULES = """
            memory: {}
            manage: {%s}
            rules: [{name: work, method: com.example.app.JobApp.work, key: 'WORK:{p0}'}]
            """;

    @TempDir
    private Path folder;

    @TempDir
    private Path removed;

    /** Waits on its standard input. */
    private AppProcess job(Jvm jvm, String manage) throws IOException {
        return AppProcess.of(jvm, "JobApp", "pause", "A")
                .rules(RULES.formatted(manage))
                .start();
    }

    private AppProcess askable(Jvm jvm) throws IOException {
        AppProcess job = job(jvm, "folder: " + folder);
        await("a mailbox").atMost(LONG).until(() -> hasMailbox(folder, job.pid()));
        return job;
    }

    /** The complete mailboxes of a process in a folder. */
    private static List<Path> mailboxes(Path folder, long pid) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        // Not into the mailboxes: questions and answers come and go there meanwhile.
        try (Stream<Path> files = Files.find(folder, 2, (path, is) -> Files.exists(path.resolve("jvm")))) {
            return files.filter(each -> each.getFileName().toString().startsWith(pid + "-"))
                    .toList();
        }
    }

    private Said ask(Jvm jvm, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--folder", folder.toString()));
        return AskCommands.on(jvm).run(all.toArray(new String[0]));
    }

    private static void touch(String file) throws Exception {
        Files.setLastModifiedTime(Path.of(file), FileTime.fromMillis(System.currentTimeMillis() + 60_000));
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void aJvmIsListedAnswersAndLeavesNothing(Jvm jvm) throws Exception {
        try (AppProcess job = askable(jvm)) {
            String pid = String.valueOf(job.pid());

            Said listed = ask(jvm, "ps");
            Said named = ask(jvm, "status", pid);
            Said only = ask(jvm, "events");

            assertThat(listed.code()).as(listed.toString()).isZero();
            assertThat(listed.out().lines().findFirst())
                    .hasValueSatisfying(
                            head -> assertThat(head).matches("PID +UP +APPLICATION +RULES +HELD +WAITING +STATE"));
            assertThat(listed.out()).containsPattern(pid + " +\\d+ s +JobApp +\\S+rules.yaml +");
            assertThat(named.code()).as(named.toString()).isZero();
            assertThat(named.out()).contains("Lockgraft ");
            assertThat(only.code()).as("without a pid: %s", only).isZero();
            assertThat(only.out()).doesNotContain("rules file written");

            touch(listed.out().replaceFirst("(?s).* JobApp +(\\S+rules.yaml) .*", "$1"));

            assertThat(ask(jvm, "events").out()).contains("rules file written");
            assertThat(ask(jvm, "status").out()).containsPattern("; file written \\S+, not read since");
            job.tell("");
            job.succeeds(LONG);
            assertThat(folder).as("after its end").isEmptyDirectory();
            assertThat(ask(jvm, "status", pid).err()).contains("There is no process " + pid);
        }
    }

    @Test
    void thePlaceIsTmpWhereNothingElseIsSaid() throws Exception {
        Jvm jvm = Jvms.running();
        try (AppProcess job = job(jvm, "mailbox: on")) {
            await("a mailbox")
                    .atMost(LONG)
                    .until(() -> Files.list(Path.of("/tmp"))
                            .filter(each -> each.getFileName().toString().matches("lockgraft-[0-9]+(\\.[1-7])?"))
                            .anyMatch(each -> hasMailbox(each, job.pid())));

            Said said = AskCommands.on(jvm).run("rules", String.valueOf(job.pid()));

            assertThat(said.code()).as(said.toString()).isZero();
        }
    }

    private static boolean hasMailbox(Path folder, long pid) {
        try {
            return Files.isReadable(folder) && !mailboxes(folder, pid).isEmpty();
        } catch (IOException | java.io.UncheckedIOException removed) {
            return false;
        }
    }

    /** With the folder of its user, and at once, as the JVM writes there. */
    private void removeMailbox(AppProcess job) throws IOException {
        Files.move(mailboxes(folder, job.pid()).get(0).getParent(), removed.resolve("mailboxes"));
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void aJvmThatStandsStillIsToldOfAfterThreeSecondsByWhatItSaidBefore(Jvm jvm) throws Exception {
        try (AppProcess job = askable(jvm)) {
            String pid = String.valueOf(job.pid());
            job.freeze();

            Said said = ask(jvm, "status", pid);
            Said listed = ask(jvm, "ps");

            assertThat(said.code()).isEqualTo(2);
            assertThat(said.err())
                    .contains(
                            "JVM " + pid + " does not answer: it has not looked into its mailbox for 3 s.",
                            "It was stopped by a signal; kill -CONT " + pid + " lets it go on.",
                            "It said of itself: JobApp on ",
                            ", Java " + (jvm.version() == 8 ? "1.8" : jvm.version()),
                            "rules.yaml");
            assertThat(listed.out()).contains("does not answer");
            job.thaw();
            assertThat(ask(jvm, "status", pid).code()).isZero();
            assertThat(mailboxes(folder, job.pid()).get(0)).isDirectoryNotContaining("glob:**.{ask,answer}");
        }
    }

    @Test
    void aJvmThatWasKilledIsToldApartFromOneThatNeverWas() throws Exception {
        Jvm jvm = Jvms.running();
        try (AppProcess job = askable(jvm)) {
            String pid = String.valueOf(job.pid());
            job.kill();

            Said said = ask(jvm, "status", pid, "--json");
            Said listed = ask(jvm, "ps");

            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err())
                    .contains("JVM " + pid + " (JobApp) has ended, and not in good order. Its locks end with their");
            Map<String, Object> json = new Yaml().load(said.out());
            assertThat(json).containsOnlyKeys("error");
            assertThat(listed.code()).isEqualTo(1);
            assertThat(listed.out()).isEmpty();
            assertThat(listed.err())
                    .contains("JVM " + pid + " (JobApp) has ended, and not in good order.")
                    .contains("No JVM with Lockgraft can be asked by user ");
            assertThat(folder).as("after ps").isEmptyDirectory();
        }
    }

    @Test
    @FailsWithout("`Mailbox#folder` makes the folder again that somebody has removed")
    void aCleanerThatTakesTheFolderAwayDoesNoHarm() throws Exception {
        Jvm jvm = Jvms.running();
        try (AppProcess job = askable(jvm)) {
            removeMailbox(job);

            await("another").atMost(LONG).until(() -> hasMailbox(folder, job.pid()));

            assertThat(ask(jvm, "status", String.valueOf(job.pid())).code()).isZero();
        }
    }

    @Test
    void processesThatCannotBeAskedAreToldWhy() throws Exception {
        Jvm jvm = Jvms.running();
        String own = String.valueOf(ProcessHandle.current().pid());
        Process sleep = new ProcessBuilder("sleep", "60").start();
        try (AppProcess off = job(jvm, "mailbox: off")) {
            await().atMost(LONG).until(() -> off.output().contains("pauses"));

            assertThat(ask(jvm, "status", own).err()).contains("JVM " + own + " runs without Lockgraft");
            assertThat(ask(jvm, "status", String.valueOf(sleep.pid())).err())
                    .contains("Process " + sleep.pid() + " is no JVM");
            Said said = ask(jvm, "status", String.valueOf(off.pid()));
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err())
                    .contains(
                            "JVM " + off.pid() + " was started with ",
                            "lockgraft.jar, but has no mailbox in " + folder);
            assertThat(ask(jvm, "status", "99999999").code()).isEqualTo(1);
            assertThat(ask(jvm, "status", "x").code()).isEqualTo(2);
            Said none = ask(jvm, "status");
            assertThat(none.code()).isEqualTo(1);
            assertThat(none.err())
                    .contains("No JVM with Lockgraft can be asked by user ", "there is none in " + folder);
        } finally {
            sleep.destroyForcibly();
        }
    }

    @Test
    void withTwoJvmsOneMustBeNamed() throws Exception {
        Jvm jvm = Jvms.running();
        try (AppProcess one = askable(jvm);
                AppProcess other = askable(jvm)) {
            Said said = ask(jvm, "status");

            assertThat(said.code()).isEqualTo(2);
            assertThat(said.err())
                    .contains(
                            "Name one of these 2 JVMs by its pid:", "  " + one.pid() + "  ", "  " + other.pid() + "  ");
        }
    }

    @Test
    @FailsWithout("`JvmDescription#isOf` compares the time at which the process began")
    void aMailboxOfAnEarlierProcessIsNotTakenForThatOfANewOne() throws Exception {
        Jvm jvm = Jvms.running();
        try (AppProcess job = askable(jvm)) {
            Path description = mailboxes(folder, job.pid()).get(0).resolve("jvm");
            Files.writeString(description, Files.readString(description).replaceAll("ticks=.*", "ticks=1"));

            Said said = ask(jvm, "status", String.valueOf(job.pid()));

            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err()).contains("is left over from a JVM that has ended (JobApp)");
        }
    }

    @Test
    void aPlaceThatCannotBeUsedIsOneLineOfTheLog() throws Exception {
        Jvm jvm = Jvms.running();
        Files.setAttribute(folder, "unix:mode", 0777);
        try (AppProcess job = job(jvm, "folder: " + folder)) {
            await().atMost(LONG).until(() -> job.errors().contains("cannot be asked"));

            assertThat(job.errors())
                    .contains("[lockgraft] WARN This JVM cannot be asked by ps, status and locks: it has no folder for"
                            + " questions. " + folder + ": others may write there, and its sticky bit is not set");
            job.tell("");
            job.succeeds(LONG);
            assertThat(job.output()).contains("worked on A");
        } finally {
            Files.setAttribute(folder, "unix:mode", 0700);
        }
    }

    /** As in a container whose variables every JVM gets. */
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    @FailsWithout("`OwnJar#isRunBy` leaves the agent out of the JVM that runs the jar's own commands")
    void theCommandItselfRunsWithoutTheAgentThatTheEnvironmentGivesIt(Jvm jvm) throws Exception {
        try (AppProcess job = askable(jvm)) {
            Path rules = Files.writeString(folder.resolve("rules.yaml"), RULES.formatted("mailbox: on"));
            Map<String, String> variables = Map.of(
                    "JAVA_TOOL_OPTIONS",
                    "-javaagent:" + AppProcess.jar().getCanonicalPath() + "=" + rules,
                    "LOCKGRAFT_MANAGE_FOLDER",
                    folder.toString());

            Said said = AskCommands.on(jvm).with(variables).run("status", String.valueOf(job.pid()));

            assertThat(said.code()).as(said.toString()).isZero();
            assertThat(said.err()).doesNotContain("[lockgraft]");
        }
    }

    /** Behind {@code script}, which gives it a terminal. */
    private static Process onTerminal(Path written, String command) throws IOException {
        return new ProcessBuilder("script", "-qec", command, "/dev/null")
                .redirectErrorStream(true)
                .redirectOutput(written.toFile())
                .start();
    }

    private static int times(String text, Path written) throws IOException {
        return Files.readString(written).split(Pattern.quote(text), -1).length - 1;
    }

    @Test
    @FailsWithout("`TopCommand#again` finds the mailbox that a JVM has made again")
    void onATerminalTopIsDrawnAgainUntilTheJvmEnds() throws Exception {
        Path drawn = Files.createTempFile("top", ".txt");
        if (!Files.isExecutable(Path.of("/usr/bin/script"))
                || onTerminal(drawn, "tty").waitFor() != 0) {
            throw new TestAbortedException("no terminal here: " + Files.readString(drawn));
        }
        Jvm jvm = Jvms.running();
        try (AppProcess job = askable(jvm)) {
            Process top = onTerminal(
                    drawn,
                    String.join(
                            " ",
                            jvm.java(),
                            "-jar",
                            AppProcess.jar().getCanonicalPath(),
                            "top",
                            String.valueOf(job.pid()),
                            "--folder",
                            folder.toString()));
            try {
                String drawing = "\u001b[HJobApp " + job.pid();
                await("two drawings").atMost(LONG).until(() -> times(drawing, drawn) >= 2);

                removeMailbox(job);
                await("the loss").atMost(LONG).until(() -> times("was removed meanwhile", drawn) > 0);
                int before = times(drawing, drawn);
                await("another drawing").atMost(LONG).until(() -> times(drawing, drawn) > before);

                job.kill();
                assertThat(top.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
                assertThat(Files.readString(drawn)).contains("JVM " + job.pid() + " (JobApp) has ended");
                assertThat(top.exitValue()).isEqualTo(1);
            } finally {
                top.destroyForcibly();
            }
        } finally {
            Files.delete(drawn);
        }
    }

    @Test
    void topIsDrawnOnceWhereNobodyLooks() throws Exception {
        Jvm jvm = Jvms.running();
        try (AppProcess job = askable(jvm)) {
            Said said = ask(jvm, "top", String.valueOf(job.pid()));

            assertThat(said.code()).as(said.toString()).isZero();
            assertThat(said.out()).isNotBlank().doesNotContain("\u001b");
        }
    }

    @Test
    void statusAndLocksAreExactWithAThousandThreadsInTwoHundredKeys() throws Exception {
        String rules = """
                namespace: shop
                memory: {}
                manage: {folder: %s}
                defaults: {wait: forever, lease: 10m}
                rules: [{name: pay, method: com.example.app.LateEnding.result(String), key: 'PAY:{p0}'}]
                """.formatted(folder);
        try (StageProcess stage =
                StageProcess.start(AppProcess.of(Jvms.running(), "Stage").rules(rules))) {
            List<StageProcess.Call> holders = new ArrayList<>();
            for (int i = 0; i < KEYS; i++) {
                holders.add(stage.call("LateEnding.result", "K" + i));
            }
            for (StageProcess.Call each : holders) {
                each.awaitBody();
            }
            for (int i = KEYS; i < THREADS; i++) {
                stage.call("LateEnding.result", "K" + i % KEYS);
            }
            await("all that wait")
                    .atMost(LONG)
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> stage.stuck().size() == THREADS - KEYS);
            String pid = String.valueOf(stage.process().pid());

            String status = timed("status", pid);
            String locks = timed("locks", pid);

            assertThat(status).containsPattern("(?m)^now +200 held, 800 waiting; oldest ");
            List<String> lines = locks.lines().toList();
            assertThat(lines.get(0)).matches("KEY +HELD BY +FOR +LEASE +WAITING +OLDEST +RULE");
            String line = "shop:PAY:K\\d+ +here, Thread-\\d+ #\\d+, LateEnding\\.result +\\S.* renewed +4 +\\S.* pay";
            assertThat(lines.subList(1, lines.size())).hasSize(KEYS).allMatch(each -> each.matches(line));
            assertThat(lines.stream().map(each -> each.split(" ")[0]).distinct())
                    .hasSize(KEYS + 1);
        }
    }

    /** What the command answers; it prints how long that took, the start of its JVM among it. */
    private String timed(String command, String pid) throws Exception {
        long begun = System.nanoTime();
        Said said = ask(Jvms.running(), command, pid);
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        System.out.println("==== " + command + " of " + THREADS + " threads took " + took.toMillis() + " ms");
        assertThat(said.code()).as(said.toString()).isZero();
        assertThat(took).isLessThan(LONG);
        return said.out();
    }
}
