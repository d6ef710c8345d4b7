package io.lockgraft.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.LockKind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Who has a key, by the names of nodes. */
final class KeyQueueTest {
    @Test
    void theOneThatCameFirstHasTheKey() {
        KeyQueue queue = queue("b!x!1!0000000002", "a!x!1!0000000010", "c!x!1!0000000003");

        assertThat(holders(queue)).containsExactly("b");
        assertThat(queue.blocker(queue.find("a!x!1!0000000010")).owner).isEqualTo("c");
        assertThat(queue.holder(queue.find("a!x!1!0000000010")).owner).isEqualTo("b");
    }

    /** By their names, or as numbers, the one behind would be the first. */
    @Test
    void theServersCounterMayOverflow() {
        KeyQueue queue = queue("behind!x!1!-2147483648", "first!x!1!2147483646", "second!x!1!2147483647");

        assertThat(holders(queue)).containsExactly("first");
        assertThat(queue.blocker(queue.find("behind!x!1!-2147483648")).owner).isEqualTo("second");
    }

    @Test
    void readersShareUntilTheFirstThatDoesNotRead() {
        KeyQueue queue = queue("a!r!1!0000000001", "b!r!1!0000000002", "c!x!1!0000000003", "d!r!1!0000000004");

        assertThat(holders(queue)).containsExactly("a", "b");
        assertThat(queue.blocker(queue.find("c!x!1!0000000003")).owner).isEqualTo("b");
        assertThat(queue.blocker(queue.find("d!r!1!0000000004")).owner).isEqualTo("c");
        assertThat(queue.holderAgainst(LockKind.READ, 1).owner).isEqualTo("c");
    }

    @Test
    void aSemaphoreHasRoomForAsManyAsEachOfThemSays() {
        KeyQueue queue = queue("a!s2!1!0000000001", "b!s2!1!0000000002", "c!s2!1!0000000003", "d!s4!1!0000000004");

        assertThat(holders(queue)).containsExactly("a", "b", "d");
        assertThat(queue.holderAgainst(LockKind.SEMAPHORE, 5)).isNull();
        assertThat(queue.holderAgainst(LockKind.SEMAPHORE, 4).owner).isEqualTo("a");
    }

    @Test
    void whatIsNoNameOfOursIsNotInTheQueue() {
        KeyQueue queue = queue("config", "lock-0000000001", "a!y!1!0000000001", "a!x!1!one", "b!x!1!0000000002");

        assertThat(holders(queue)).containsExactly("b");
    }

    @Test
    void aNodeIsFoundAgainByItsOwnerAndItsSession() {
        String owner = "host:1234:abc:7";
        String name = KeyQueue.prefix(owner, LockKind.SEMAPHORE, 3, 0x1000aL) + "0000000009";

        assertThat(name).isEqualTo("host:1234:abc:7!s3!1000a!0000000009");
        assertThat(queue(name).withPrefix(KeyQueue.prefix(owner, LockKind.SEMAPHORE, 3, 0x1000aL)).name)
                .isEqualTo(name);
        assertThat(queue(name).withPrefix(KeyQueue.prefix(owner, LockKind.SEMAPHORE, 3, 0x1000bL)))
                .as("of a session that is dying")
                .isNull();
    }

    private static KeyQueue queue(String... names) {
        return new KeyQueue(Arrays.asList(names));
    }

    private static List<String> holders(KeyQueue queue) {
        return queue.holders().stream().map(each -> each.owner).collect(Collectors.toList());
    }
}
