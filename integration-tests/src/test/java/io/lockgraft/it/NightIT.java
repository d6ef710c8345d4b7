package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.it.AskCommands.Said;
import io.lockgraft.testing.server.RedisServer;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What goes wrong at three in the morning, each with the commands whose output says what has happened, where, since
 * when, and what to do.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(240)
class NightIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Pattern PAGES = Pattern.compile("/healthz are at (http://127\\.0\\.0\\.1:\\d+)");
    private static final String TIME = "\\d\\d:\\d\\d:\\d\\dZ";

    @TempDir
    private Path folder;

    private RedisServer redis;
    private String rules;

    @BeforeEach
    void start() throws Exception {
        redis = RedisServer.start();
        rules = Files.writeString(folder.resolve("rules.yaml"), """
                namespace: shop
                redis: {address: '%s'}
                manage: {folder: %s, address: '127.0.0.1:0'}
                defaults: {wait: 120s, lease: 30s}
                rules:
                  - {name: pay, method: com.example.app.LateEnding.result(String), key: 'PAY:{p0}'}
                  - name: slow
                    method: com.example.app.LateEnding.checked(String)
                    key: 'SLOW:{p0}'
                    hold: {atMost: 4s}
                  - {name: look, method: com.example.app.Desk.text(String), key: 'LOOK:{p0}', wait: 0}
                """.formatted(redis.address(), folder))
                .toString();
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    private StageProcess stage() throws Exception {
        return StageProcess.start(AppProcess.of(Jvms.running(), "Stage").rules(Files.readString(Path.of(rules))));
    }

    /** The code and the text of {@code /healthz}. */
    private static String health(StageProcess stage) throws Exception {
        HttpURLConnection page = open(stage, "/healthz");
        int code = page.getResponseCode();
        try (InputStream text = code == 200 ? page.getInputStream() : page.getErrorStream()) {
            return code + " " + new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String page(StageProcess stage, String path) throws Exception {
        try (InputStream text = open(stage, path).getInputStream()) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static HttpURLConnection open(StageProcess stage, String path) throws Exception {
        Matcher at = PAGES.matcher(stage.process().errors());
        assertThat(at.find()).as(stage.process()::errors).isTrue();
        return (HttpURLConnection) new URL(at.group(1) + path).openConnection();
    }

    private static String pid(StageProcess stage) {
        return String.valueOf(stage.process().pid());
    }

    /** Runs the command until it ends so, and its output has all of these patterns. */
    private void says(int code, List<String> words, String... patterns) throws Exception {
        AskCommands commands = AskCommands.on(Jvms.running()).with(Map.of("LOCKGRAFT_MANAGE_FOLDER", "" + folder));
        await(String.join(" ", words))
                .atMost(LONG)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    Said said = commands.run(words.toArray(new String[0]));
                    assertThat(said.code()).as(said.toString()).isEqualTo(code);
                    for (String each : patterns) {
                        assertThat(said.text()).containsPattern("(?m)" + each);
                    }
                });
    }

    @Test
    void aHolderThatWasKilled() throws Exception {
        try (StageProcess holder = stage();
                StageProcess other = stage()) {
            holder.call("LateEnding.result", "42").awaitBody();
            other.call("LateEnding.result", "42");
            other.awaitAtTheGate(1);
            String dead = pid(holder);
            String entry = "^shop:PAY:42 +\\S+:" + dead + ", Thread-\\d+ +\\d+ s +\\d+ s left +pay$";
            says(0, List.of("locks", rules, "PAY:42"), entry);

            holder.process().kill();

            says(0, List.of("locks", rules, "PAY:42"), entry, "^take it away: java -jar .* \\S+:" + dead + ":\\S+$");
            says(1, List.of("status", dead), "^JVM " + dead + " \\(Stage\\) has ended, and not in good order");
            says(
                    0,
                    List.of("status", pid(other)),
                    "^now +0 held, 1 waiting; oldest \\d+ s: shop:PAY:42 +-> locks " + pid(other) + " shop:PAY:42$");
            says(
                    0,
                    List.of("locks", pid(other), "shop:PAY:42"),
                    "^\\S+:" + dead + " ",
                    "^who there, since when: locks /\\S+ shop:PAY:42$",
                    "^Thread-\\d+ #\\d+ +\\d+ s +LateEnding\\.result +pay +exclusive$");
        }
    }

    @Test
    void aJvmThatStandsStill() throws Exception {
        try (StageProcess holder = stage();
                StageProcess other = stage()) {
            StageProcess.Call held = holder.call("LateEnding.result", "42").awaitBody();
            other.call("LateEnding.result", "42");
            other.awaitAtTheGate(1);
            String frozen = pid(holder);
            says(0, List.of("status", frozen), "^now +1 held, 0 waiting$");

            holder.process().freeze();

            says(0, List.of("locks", pid(other)), "^shop:PAY:42 +\\S+:" + frozen + " +- +- +1 +\\d+ s +pay$");
            says(
                    2,
                    List.of("status", frozen),
                    "^JVM " + frozen + " does not answer: it has not looked into its mailbox for 3 s\\. It was"
                            + " stopped by a signal; kill -CONT " + frozen + " lets it go on\\.$",
                    "^It said of itself: Stage on \\S+, up \\d+ s, Lockgraft ");
            says(0, List.of("ps"), "^" + frozen + " .* - +- +does not answer$");
            holder.process().thaw();
            says(0, List.of("status", frozen), "^store +\\S+ up$");
            held.finish().awaitEnd();
        }
    }

    @Test
    void aStoreThatWasStopped() throws Exception {
        try (StageProcess stage = stage()) {
            stage.call("LateEnding.result", "1").awaitBody().finish().awaitEnd();

            redis.kill();
            assertThat(stage.call("Desk.text", "1").awaitEnd().thrown())
                    .isEqualTo("io.lockgraft.api.LockUnavailableException");

            String address = redis.address();
            says(
                    0,
                    List.of("status", pid(stage)),
                    "^store +" + address + " DOWN since " + TIME + " \\(\\d+ m?s\\): \\S.*$",
                    "^total +2 calls, 0 busy, 1 unavailable, 0 lost$",
                    "^last +" + TIME + " store down");
            says(0, List.of("ps"), "^" + pid(stage) + " .* store DOWN \\d");
            says(
                    1,
                    List.of("check", rules, "--connect"),
                    address + ".*Connection refused.*; start the server, or correct its address in the file$");
            assertThat(health(stage)).matches("503 store default has been down for \\d+ m?s\n");
            assertThat(page(stage, "/metrics")).contains("\nlockgraft_store_up{store=\"default\"} 0\n");

            redis.restart();
            // No call asks the store: the page does.
            await("the store").atMost(LONG).until(() -> health(stage).equals("200 ok\n"));
            assertThat(page(stage, "/metrics")).contains("\nlockgraft_store_up{store=\"default\"} 1\n");
            await("a lock")
                    .atMost(LONG)
                    .until(() -> stage.call("Desk.text", "1").awaitEnd().result() != null);
            says(0, List.of("status", pid(stage)), "^store +" + address + " up$");
            says(
                    0,
                    List.of("events", pid(stage)),
                    "store down +.*" + address + ".* is down: \\S",
                    "store up +.*" + address + ".* is back after \\d+ m?s\\.$");
        }
    }

    @Test
    void aStoreThatAnswersNothingWhileAllCallsStillWait() throws Exception {
        try (StageProcess stage = stage()) {
            stage.call("LateEnding.result", "1").awaitBody().finish().awaitEnd();

            redis.freeze();
            StageProcess.Call waiting = stage.call("LateEnding.result", "42");

            says(
                    0,
                    List.of("status", pid(stage)),
                    "^store +\\S+ SILENT for \\d+ s: calls have asked it and have no answer$",
                    "^now +0 held, 1 waiting; oldest \\d+ s: shop:PAY:42 ");
            says(0, List.of("ps"), "^" + pid(stage) + " .* store SILENT \\d+ s$");
            redis.resume();
            waiting.awaitBody();
            says(0, List.of("status", pid(stage)), "^store +\\S+ up$");
            waiting.finish().awaitEnd();
        }
    }

    @Test
    void aStoreThatAnswersNothingWhileACallHoldsAndNoOtherComes() throws Exception {
        try (StageProcess stage = stage()) {
            StageProcess.Call held = stage.call("LateEnding.result", "42").awaitBody();

            redis.freeze();

            says(
                    0,
                    List.of("status", pid(stage)),
                    "^store +\\S+ SILENT for \\d+ s: it was asked to renew leases, and has not confirmed that$",
                    "^now +1 held, 0 waiting$");
            redis.resume();
            says(0, List.of("status", pid(stage)), "^store +\\S+ up$", "^now +1 held, 0 waiting$");
            held.finish().awaitEnd();
        }
    }

    @Test
    void aKeyThatWasDeleted() throws Exception {
        try (StageProcess stage = stage()) {
            StageProcess.Call held = stage.call("LateEnding.result", "42").awaitBody();

            redis.command("DEL", "shop:PAY:42");

            says(
                    0,
                    List.of("status", pid(stage)),
                    "^now +0 held, 0 waiting, 1 runs on without its lock$",
                    "^total +1 call, 0 busy, 0 unavailable, 1 lost \\(last " + TIME + " pay shop:PAY:42\\)$");
            says(
                    0,
                    List.of("events", pid(stage)),
                    "Z +lost +rule 'pay': lost the lock on shop:PAY:42 after \\d+ ms \\(lease 30000 ms\\): the lock"
                            + " server does not have it any more\\. .*LateEnding\\.result\\S* ran under it;"
                            + " another call may have run at the same time: look at what both have done\\.$");
            says(
                    0,
                    List.of("locks", pid(stage)),
                    "^shop:PAY:42 +here, Thread-\\d+ #\\d+, LateEnding\\.result +\\d+ m?s +lost \\d+ m?s ago: runs on"
                            + " without it +0 +- +pay$");
            says(0, List.of("ps"), "^" + pid(stage) + " .* 1 WITHOUT LOCK$");
            says(0, List.of("locks", rules, "PAY:42"), "^shop:PAY:42 is free: ");
            held.finish().awaitEnd();
            says(1, List.of("locks", pid(stage)), "^No call of this JVM holds a lock or waits for one\\.$");
        }
    }

    @Test
    void aKeyThatOneCallKeepsFromTheOthers() throws Exception {
        try (StageProcess stage = stage()) {
            StageProcess.Call held = stage.call("LateEnding.checked", "7").awaitBody();
            for (int i = 0; i < 3; i++) {
                stage.call("LateEnding.checked", "7");
            }
            stage.awaitAtTheGate(3);
            String pid = pid(stage);

            says(0, List.of("status", pid), "^now +1 held, 3 waiting; oldest \\d+ s: shop:SLOW:7 ");
            says(
                    0,
                    List.of("locks", pid, "shop:SLOW:7"),
                    "^here, Thread-\\d+ #\\d+, LateEnding\\.checked +\\d+ s +renewed +slow +exclusive$",
                    "(^Thread-\\d+ #\\d+ +\\d+ s +LateEnding\\.checked +slow +exclusive\n){3}");
            says(
                    0,
                    List.of("locks", pid, "--threads"),
                    "^Thread-\\d+ #\\d+ +holds +shop:SLOW:7 ",
                    "(?s)(^Thread-\\d+ #\\d+ +waits +shop:SLOW:7 .*){3}");
            says(0, List.of("top", pid), "^slow .* 3 +\\d+ s +shop:SLOW:7$");
            says(
                    0,
                    List.of("events", pid),
                    "Z +long hold +rule 'slow': .*LateEnding\\.checked\\S* has held shop:SLOW:7 for ",
                    "Z +exceeded +rule 'slow': .* longer than its hold\\.atMost\\.$");
            assertThat(stage.process().errors())
                    .contains("has held shop:SLOW:7 for ", "com.example.app.LateEnding.stay(");
            held.finish().awaitEnd();
        }
    }
}
