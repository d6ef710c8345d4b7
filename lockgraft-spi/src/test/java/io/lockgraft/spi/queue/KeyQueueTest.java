package io.lockgraft.spi.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Who has a key, and who keeps whom out. */
class KeyQueueTest {
    private record Entry(String name, Share share) implements Contender {}

    /** Of entries as {@code a:s2}. */
    private static KeyQueue<Entry> queue(String... entries) {
        return new KeyQueue<>(Arrays.stream(entries)
                .map(each -> each.split(":"))
                .map(parts -> new Entry(parts[0], Share.read(parts[1])))
                .collect(Collectors.toList()));
    }

    private static List<String> names(List<Entry> entries) {
        return entries.stream().map(Entry::name).collect(Collectors.toList());
    }

    private static List<String> before(KeyQueue<Entry> queue, String name) {
        return names(queue.before(queue.find(name)));
    }

    @Test
    void theOneThatCameFirstHasTheKey() {
        KeyQueue<Entry> queue = queue("b:x", "a:x", "c:x");

        assertThat(names(queue.holders())).containsExactly("b");
        assertThat(before(queue, "b")).isEmpty();
        assertThat(before(queue, "c")).containsExactly("b", "a");
        assertThat(names(queue.against(Share.read("r")))).containsExactly("b", "a", "c");
        assertThat(queue.find("d")).isNull();
    }

    @Test
    void readersShareUntilTheFirstThatDoesNotRead() {
        KeyQueue<Entry> queue = queue("a:r", "b:r", "w:x", "d:r");

        assertThat(names(queue.holders())).containsExactly("a", "b");
        assertThat(before(queue, "w")).containsExactly("a", "b");
        assertThat(before(queue, "d")).containsExactly("w");
        assertThat(names(queue.against(Share.read("r")))).containsExactly("w");
    }

    @Test
    void aSemaphoreHasRoomForAsManyAsEachOfThemSays() {
        KeyQueue<Entry> queue = queue("a:s2", "b:s2", "c:s2", "d:s4");

        assertThat(names(queue.holders())).containsExactly("a", "b", "d");
        assertThat(before(queue, "c")).containsExactly("a", "b");
        assertThat(queue.against(Share.read("s5"))).isEmpty();
        assertThat(names(queue.against(Share.read("s4")))).containsExactly("a", "b", "c", "d");
    }

    @Test
    void nobodyIsInAnEmptyQueue() {
        assertThat(queue().holders()).isEmpty();
        assertThat(queue().against(Share.read("x"))).isEmpty();
    }

    @Test
    void aShareIsReadAgainAndNothingElseIs() {
        for (LockKind kind : LockKind.values()) {
            Request request = new Request(
                    kind,
                    kind == LockKind.SEMAPHORE ? 3 : 1,
                    Collections.singletonList("key"),
                    new Jvm("host", "1", "app", "id").newOwner("rule", "thread"),
                    1_000,
                    0,
                    0);
            String word = Share.of(request).toString();
            assertThat(word).isEqualTo(kind == LockKind.SEMAPHORE ? "s3" : kind == LockKind.READ ? "r" : "x");
            assertThat(Share.read(word)).hasToString(word);
        }
        for (String word : Arrays.asList("", "y", "s", "sx", "s1234567890", "xr")) {
            assertThat(Share.read(word)).as(word).isNull();
        }
    }
}
