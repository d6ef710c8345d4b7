package io.lockgraft.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.queue.KeyQueue;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The order of a key's nodes, by their names. */
final class QueueNodeTest {
    @Test
    void theOrderIsThatOfTheSequence() {
        KeyQueue<QueueNode> queue = queue("b!x!1!0000000002", "a!x!1!0000000010", "c!x!1!0000000003");

        assertThat(owners(queue.holders())).containsExactly("b");
        assertThat(owners(queue.before(queue.find("a!x!1!0000000010")))).containsExactly("b", "c");
    }

    /** By their names, or as numbers, the one behind would be the first. */
    @Test
    void theServersCounterMayOverflow() {
        KeyQueue<QueueNode> queue = queue("behind!x!1!-2147483648", "first!x!1!2147483646", "second!x!1!2147483647");

        assertThat(owners(queue.holders())).containsExactly("first");
        assertThat(owners(queue.before(queue.find("behind!x!1!-2147483648")))).containsExactly("first", "second");
    }

    @Test
    void whatIsNoNameOfOursIsNotInTheQueue() {
        KeyQueue<QueueNode> queue =
                queue("config", "lock-0000000001", "a!y!1!0000000001", "a!x!1!one", "b!x!1!0000000002");

        assertThat(owners(queue.holders())).containsExactly("b");
    }

    @Test
    void aNodeIsNamedByItsOwnerItsShareAndItsSession() {
        Owner owner = new Owner(new Jvm("host", "1234", "app", "abc"), 7, "rule", "thread");
        Request request = new Request(LockKind.SEMAPHORE, 3, Collections.singletonList("key"), owner, 1_000, 0, 0);

        String name = QueueNode.prefix(request, 0x1000aL) + "0000000009";

        assertThat(name).isEqualTo("host:1234:abc:7!s3!1000a!0000000009");
        QueueNode read = queue(name).find(name);
        assertThat(read.owner()).isEqualTo(owner.text());
        assertThat(read.share()).hasToString("s3");
    }

    private static KeyQueue<QueueNode> queue(String... names) {
        return QueueNode.queue(Arrays.asList(names));
    }

    private static List<String> owners(List<QueueNode> nodes) {
        return nodes.stream().map(QueueNode::owner).collect(Collectors.toList());
    }
}
