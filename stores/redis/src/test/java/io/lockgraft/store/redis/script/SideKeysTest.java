package io.lockgraft.store.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.redisson.RedissonObject;
import org.redisson.connection.CRC16;

/** What lies beside a lock lies in its slot. */
final class SideKeysTest {
    private static final List<String> KEYS = Arrays.asList(
            "shop:PAY:42",
            "shop:{PAY}:42",
            "a}b",
            "a{b",
            "a{}b",
            "}{x}",
            "{",
            "",
            "{}{x}",
            "ä€{ö}",
            "ünicode",
            "a{b{c}d",
            "a}b{c",
            "a}b{c}d",
            "}{");

    @Test
    void aCompanionIsInTheSlotOfItsKeyAndBeginsWithIt() {
        SideKeys cluster = new SideKeys(true);
        for (int round = 0; round < 2; round++) {
            for (String key : KEYS) {
                assertThat(cluster.name(key, "queue")).startsWith(key).contains(":lockgraft#queue");
                assertThat(Slots.of(cluster.name(key, "queue")))
                        .as("slot of the side key of %s", key)
                        .isEqualTo(Slots.of(key));
            }
        }
    }

    @Test
    void sideKeysOfOneKeyDifferAndThoseOfTwoKeysToo() {
        SideKeys cluster = new SideKeys(true);
        assertThat(cluster.name("k", "a")).isNotEqualTo(cluster.name("k", "b"));
        assertThat(cluster.name("k", "a")).isNotEqualTo(cluster.name("l", "a"));
    }

    @Test
    void whatIsSharedWithRedissonHasItsNamesWhereTheseLieInTheSlot() {
        for (String key : Arrays.asList("shop:PAY:42", "shop:{PAY}:42", "ünicode", "a{b{c}d")) {
            for (SideKeys sideKeys : Arrays.asList(new SideKeys(true), new SideKeys(false))) {
                assertThat(sideKeys.token(key)).isEqualTo(RedissonObject.prefixName("redisson_lock_token", key));
                assertThat(sideKeys.channel("redisson_rwlock", key))
                        .isEqualTo(RedissonObject.prefixName("redisson_rwlock", key));
                assertThat(sideKeys.timeout(key, "id:7"))
                        .isEqualTo(RedissonObject.suffixName(key, "id:7") + ":rwlock_timeout:1");
            }
        }
    }

    @Test
    void whatIsSharedWithRedissonLiesInTheSlotOfTheKeyEvenWhereRedissonsNamesWouldNot() {
        SideKeys cluster = new SideKeys(true);
        for (String key : KEYS) {
            for (String name : Arrays.asList(
                    cluster.token(key), cluster.channel("redisson_lock__channel", key), cluster.timeout(key, "id:7"))) {
                assertThat(Slots.of(name)).as("slot of %s", name).isEqualTo(Slots.of(key));
            }
            assertThat(cluster.timeout(key, "id:7").replace(":id:7:", ":id:8:"))
                    .as("the timeout of another reader, as the script makes it")
                    .isEqualTo(cluster.timeout(key, "id:8"));
        }
    }

    /** By Redisson's way to find a slot, which is not that of Redis. */
    @Test
    void aKeyIsRoutedToItsOwnSlotWhateverRedissonReadsInIt() {
        SideKeys cluster = new SideKeys(true);
        for (String key : KEYS) {
            String route = cluster.route(key);
            int open = route.indexOf('{');
            int close = route.indexOf('}');
            String tag = open >= 0 && open + 1 < close ? route.substring(open + 1, close) : route;
            assertThat(CRC16.crc16(tag.getBytes(StandardCharsets.US_ASCII)) % Slots.COUNT)
                    .as("%s by %s", key, route)
                    .isEqualTo(Slots.of(key));
        }
        assertThat(cluster.route("shop:{PAY}:42")).as("nothing odd").isEqualTo("shop:{PAY}:42");
        assertThat(new SideKeys(false).route("a}b{c}")).isEqualTo("a}b{c}");
    }

    @Test
    void anyTextCanBeBroughtIntoAnySlot() {
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            String text = "ä:" + Integer.toString(slot, 36);
            assertThat(Slots.of(text + Slots.digits(text, slot))).isEqualTo(slot);
        }
    }

    @Test
    void withoutAClusterANameIsPlain() {
        assertThat(new SideKeys(false).name("k", "abandoned:x")).isEqualTo("k:lockgraft#abandoned:x");
    }

    @Test
    void slotsAreThoseOfRedis() {
        // As CLUSTER KEYSLOT says.
        assertThat(Slots.of("foo")).isEqualTo(12182);
        assertThat(Slots.of("x{foo}y")).isEqualTo(12182);
        assertThat(Slots.of("123456789")).isEqualTo(12739);
    }
}
