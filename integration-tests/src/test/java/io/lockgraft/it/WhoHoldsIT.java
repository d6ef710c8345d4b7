package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.RedisServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a lock's entry, the connections and a call that finds its key held tell of the JVM that holds it. */
@Timeout(120)
class WhoHoldsIT {
    private static String rules(RedisServer redis, String top) {
        return top
                + RulesText.on(redis.address(), "wait: 2s, lease: 60s")
                        .lock("LateEnding.result(String)")
                        .lock("Desk.text(String)");
    }

    @Test
    @FailsWithout("`ScriptArguments#field` writes host and process into the lock's entry")
    void aBusyCallIsToldWhichJvmHoldsItsKey() throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess one = StageProcess.start(
                        AppProcess.of(Jvms.running(), "Stage").rules(rules(redis, "")));
                StageProcess two = StageProcess.start(
                        AppProcess.of(Jvms.running(), "Stage").rules(rules(redis, "")))) {
            StageProcess.Call held = one.call("LateEnding.result", "A").awaitBody();
            String holder = "[A-Za-z0-9.-]+:" + one.process().pid();

            assertThat(redis.command("HKEYS", "it:K:A").toString()).matches("\\[" + holder + ":[0-9a-f]+:[0-9]+\\]");
            assertThat(redis.command("CLIENT", "LIST").toString()).containsPattern("name=lockgraft:" + holder + " ");
            StageProcess.End busy = two.call("LateEnding.result", "A").awaitEnd();
            assertThat(busy.message()).containsPattern("another call of " + holder + " held it:K:A");
            held.finish().awaitEnd();
            Orphans.none(redis, one, two);
        }
    }

    @Test
    @FailsWithout("`Jvm#unnamed` leaves host, process, rule and thread out of what stores are told")
    void withIdentityNoneNothingTellsWhichJvmItIs() throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess one = StageProcess.start(
                        AppProcess.of(Jvms.running(), "Stage").rules(rules(redis, "identity: none\n")));
                StageProcess two = StageProcess.start(
                        AppProcess.of(Jvms.running(), "Stage").rules(rules(redis, "identity: none\n")))) {
            StageProcess.Call held = one.call("LateEnding.result", "A").awaitBody();
            String pid = Long.toString(one.process().pid());

            for (Object told : List.of(redis.command("HKEYS", "it:K:A"), redis.command("CLIENT", "LIST"))) {
                assertThat(told.toString()).doesNotContain(":" + pid + ":").doesNotContain(":" + pid + " ");
            }
            assertThat(two.call("LateEnding.result", "A").awaitEnd().message()).contains("another call held it:K:A");
            held.finish().awaitEnd();
            Orphans.none(redis, one, two);
        }
    }
}
