package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.it.AskCommands.Said;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A key that one JVM holds and another waits for, as the commands {@code locks} and {@code unlock} of the real jar see
 * it, and what they do to it.
 */
final class TakenAway implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Renewed after a third of it. */
    private static final int LEASE_SECONDS = 12;

    private final Path folder = Files.createTempDirectory("lockgraft-held");
    private final Path rules;
    private final List<String> options;
    private final StageProcess holder;
    private final StageProcess other;
    private StageProcess.Call waiting;

    /**
     * @param store the mapping of the rules file that names the store
     * @param prepare gives the application what it needs for this store
     * @param options the same for the commands
     */
    TakenAway(String store, UnaryOperator<AppProcess.Builder> prepare, String... options) throws Exception {
        String text = """
                namespace: it
                %s
                defaults: {wait: 120s, lease: %ss, onLost: throw}
                rules:
                  - {name: late, method: com.example.app.LateEnding.result(String), key: 'K:{p0}'}
                """.formatted(store, LEASE_SECONDS);
        this.rules = Files.writeString(folder.resolve("rules.yaml"), text);
        this.options = List.of(options);
        this.holder = stage(text, prepare);
        this.other = stage(text, prepare);
    }

    private static StageProcess stage(String text, UnaryOperator<AppProcess.Builder> prepare) throws Exception {
        return StageProcess.start(
                prepare.apply(AppProcess.of(Jvms.running(), "Stage").rules(text)));
    }

    private Said command(String name, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(name, rules.toString()));
        all.addAll(List.of(words));
        all.addAll(options);
        return AskCommands.on(Jvms.running()).run(all.toArray(new String[0]));
    }

    /** @param lease what the column of leases shows while a JVM lives, as a pattern */
    void run(String lease) throws Exception {
        StageProcess.Call held = holder.call("LateEnding.result", "A").awaitBody();
        waiting = other.call("LateEnding.result", "A");
        other.awaitAtTheGate(1);
        String owner = whoHolds(holder, lease);

        Said alive = command("unlock", "K:A", owner);
        assertThat(alive.code()).as(alive.text()).isEqualTo(1);
        assertThat(alive.text()).contains("alive").contains("--while-alive");
        assertThat(waiting.bodyRan()).isFalse();

        Said taken = command("unlock", "it:K:A", owner, "--while-alive");
        long takenAt = System.nanoTime();
        assertThat(taken.code()).as(taken.text()).isZero();
        assertThat(taken.text())
                .contains("it:K:A was taken away from " + owner)
                .containsPattern("Its JVM hears of it, [0-9.]+ s from now at most")
                .contains("runs on to its end: rule 'late' has onLost: throw");
        assertThat(Duration.ofNanos(waiting.awaitBody().bodyAt() - takenAt))
                .as("it is woken, and does not wait for the end of the lease")
                .isLessThan(Duration.ofSeconds(LEASE_SECONDS / 2));

        await("the old holder is told")
                .atMost(PATIENCE)
                .until(() -> holder.process().errors().contains("it:K:A")
                        && holder.process().errors().contains("lost"));
        String next = whoHolds(other, lease);
        Said again = command("unlock", "K:A", owner, "--while-alive");
        assertThat(again.code()).as(again.text()).isEqualTo(1);
        assertThat(again.text()).contains("it:K:A is not held by " + owner).contains(next);
        assertThat(held.finish().awaitEnd().thrown()).isEqualTo("io.lockgraft.api.LockLostException");
        assertThat(whoHolds(other, lease)).as("not taken again").isEqualTo(next);
    }

    /** Run behind {@link #run}: the new holder keeps what it got. */
    void finish() throws Exception {
        assertThat(waiting.finish().awaitEnd().result()).isEqualTo("the body's own String");
    }

    /** Run behind {@link #run}: the entry of a dead holder is shown, and taken away without another word. */
    void killHolder(String lease, String leaseOfTheDead) throws Exception {
        String owner = whoHolds(other, lease);

        other.process().kill();

        String ends = lease.equals(leaseOfTheDead) ? "|it:K:A is free" : ""; // a lease that runs may be over by now
        await("who has held it")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() ->
                        assertThat(command("locks", "K:A").text()).containsPattern(line(other, leaseOfTheDead) + ends));
        Said taken = command("unlock", "K:A", owner);
        assertThat(taken.code()).as(taken.text()).isIn(0, 1); // 1 where its lease was over in the meantime
        assertThat(taken.text()).doesNotContain("is alive");
        Said free = command("locks", "K:A");
        assertThat(free.code()).as(free.text()).isZero();
        assertThat(free.text()).contains("it:K:A is free");
    }

    /** Waits until the entry tells rule and thread of the one holder; returns the owner, as the command prints it. */
    private String whoHolds(StageProcess stage, String lease) {
        String[] owner = {null};
        await("who holds it")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    Said said = command("locks", "K:A");
                    assertThat(said.code()).as(said.text()).isZero();
                    assertThat(said.text()).containsPattern(line(stage, lease));
                    assertThat(said.text().lines().filter(each -> each.startsWith("it:K:A ")))
                            .hasSize(1);
                    String before = "take it away: java -jar lockgraft.jar unlock " + rules + " it:K:A ";
                    owner[0] = said.text()
                            .lines()
                            .filter(each -> each.startsWith(before))
                            .findFirst()
                            .orElseThrow()
                            .substring(before.length());
                });
        return owner[0];
    }

    private static String line(StageProcess stage, String lease) {
        return "(?m)^it:K:A +[A-Za-z0-9.-]+:" + stage.process().pid() + ", \\S+ +([0-9]+ m?s|[0-9]+m [0-9]+s) +" + lease
                + " +late$";
    }

    @Override
    public void close() throws Exception {
        other.close();
        holder.close();
        Folders.delete(folder);
    }
}
