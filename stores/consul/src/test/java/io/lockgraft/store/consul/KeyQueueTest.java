package io.lockgraft.store.consul;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.store.consul.KeyQueue.Contender;
import io.lockgraft.store.consul.api.KvEntry;
import io.lockgraft.store.http.JsonObject;
import io.lockgraft.testing.store.Requests;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who has a key, by the entries under it. */
final class KeyQueueTest {
    private static Request request(LockKind kind, int permits, long owner) {
        return Requests.of(kind, permits, Collections.singletonList("key"), owner, 1000, System.nanoTime());
    }

    private static KvEntry entry(String name, LockKind kind, int permits, long created, String session)
            throws Exception {
        String value = OwnerText.of(request(kind, permits, created), 0);
        return entry(name, value, created, session);
    }

    private static KvEntry entry(String name, String value, long created, String session) throws Exception {
        String base64 = Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
        return KvEntry.of(JsonObject.read("{\"Key\": \"" + name + "\", \"Value\": \"" + base64 + "\", \"Session\": \""
                + session + "\", \"CreateIndex\": " + created + ", \"ModifyIndex\": 99}"));
    }

    private static List<String> names(List<Contender> contenders) {
        List<String> names = new ArrayList<>();
        contenders.forEach(each -> names.add(each.entry().name()));
        return names;
    }

    @Test
    void theOrderIsThatOfTheMakingAndNotOfNames() throws Exception {
        KeyQueue queue = new KeyQueue(
                List.of(entry("a", LockKind.EXCLUSIVE, 1, 30, "s"), entry("b", LockKind.EXCLUSIVE, 1, 7, "s")));

        assertThat(names(queue.holders())).containsExactly("b");
        assertThat(names(queue.before(queue.find("a"), request(LockKind.EXCLUSIVE, 1, 30))))
                .containsExactly("b");
        assertThat(queue.find("c")).isNull();
    }

    @Test
    void readersShareUntilAWriterComes() throws Exception {
        KeyQueue queue = new KeyQueue(List.of(
                entry("r1", LockKind.READ, 1, 1, "s"),
                entry("r2", LockKind.READ, 1, 2, "s"),
                entry("w", LockKind.WRITE, 1, 3, "s"),
                entry("r3", LockKind.READ, 1, 4, "s")));

        assertThat(names(queue.holders())).containsExactly("r1", "r2");
        assertThat(names(queue.before(queue.find("w"), request(LockKind.WRITE, 1, 3))))
                .containsExactly("r1", "r2");
        assertThat(names(queue.before(queue.find("r3"), request(LockKind.READ, 1, 4))))
                .containsExactly("w");
        assertThat(names(queue.against(request(LockKind.READ, 1, 5)))).containsExactly("w");
    }

    @Test
    void aSemaphoreLetsInAsManyAsItSays() throws Exception {
        KeyQueue queue = new KeyQueue(List.of(
                entry("a", LockKind.SEMAPHORE, 2, 1, "s"),
                entry("b", LockKind.SEMAPHORE, 2, 2, "s"),
                entry("c", LockKind.SEMAPHORE, 2, 3, "s")));

        assertThat(names(queue.holders())).containsExactly("a", "b");
        assertThat(names(queue.before(queue.find("c"), request(LockKind.SEMAPHORE, 2, 3))))
                .containsExactly("a", "b");
        assertThat(queue.against(request(LockKind.SEMAPHORE, 4, 5))).isEmpty();
    }

    @Test
    void aDeadOwnerKeepsOthersOutAndWhatIsNotOursDoesNot() throws Exception {
        KeyQueue queue = new KeyQueue(List.of(
                entry("strange", "by hand", 1, "s"),
                entry("dead", LockKind.EXCLUSIVE, 1, 2, ""),
                entry("live", LockKind.EXCLUSIVE, 1, 3, "s")));

        assertThat(names(queue.holders())).containsExactly("dead");
        assertThat(queue.holders().get(0).isDead()).isTrue();
        assertThat(queue.find("live").isDead()).isFalse();
    }
}
