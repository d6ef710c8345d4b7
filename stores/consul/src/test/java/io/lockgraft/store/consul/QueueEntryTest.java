package io.lockgraft.store.consul;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.queue.KeyQueue;
import io.lockgraft.store.consul.api.KvEntry;
import io.lockgraft.store.http.JsonObject;
import io.lockgraft.testing.store.Requests;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of a key's entries, and which of them count. */
final class QueueEntryTest {
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

    private static List<String> names(List<QueueEntry> contenders) {
        List<String> names = new ArrayList<>();
        contenders.forEach(each -> names.add(each.entry().name()));
        return names;
    }

    @Test
    void theOrderIsThatOfTheMakingAndNotOfNames() throws Exception {
        KeyQueue<QueueEntry> queue = QueueEntry.queue(
                List.of(entry("a", LockKind.EXCLUSIVE, 1, 30, "s"), entry("b", LockKind.EXCLUSIVE, 1, 7, "s")));

        assertThat(names(queue.holders())).containsExactly("b");
        assertThat(names(queue.before(queue.find("a")))).containsExactly("b");
        assertThat(queue.find("c")).isNull();
    }

    @Test
    void aDeadOwnerKeepsOthersOutAndWhatIsNotOursDoesNot() throws Exception {
        KeyQueue<QueueEntry> queue = QueueEntry.queue(List.of(
                entry("strange", "by hand", 1, "s"),
                entry("dead", LockKind.EXCLUSIVE, 1, 2, ""),
                entry("live", LockKind.EXCLUSIVE, 1, 3, "s")));

        assertThat(names(queue.holders())).containsExactly("dead");
        assertThat(queue.holders().get(0).isDead()).isTrue();
        assertThat(queue.find("live").isDead()).isFalse();
    }
}
