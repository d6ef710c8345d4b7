package io.lockgraft.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.redisson.RedissonObject;

/** What lies beside a lock lies in its slot. */
final class CompanionsTest {
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
            "a{b{c}d");

    @Test
    void aCompanionIsInTheSlotOfItsKeyAndBeginsWithIt() {
        Companions cluster = new Companions(true);
        for (int round = 0; round < 2; round++) {
            for (String key : KEYS) {
                assertThat(cluster.name(key, "queue")).startsWith(key).endsWith(":queue");
                assertThat(Companions.slot(cluster.name(key, "queue")))
                        .as("slot of the companion of %s", key)
                        .isEqualTo(Companions.slot(key));
            }
        }
    }

    @Test
    void companionsOfOneKeyDifferAndThoseOfTwoKeysToo() {
        Companions cluster = new Companions(true);
        assertThat(cluster.name("k", "a")).isNotEqualTo(cluster.name("k", "b"));
        assertThat(cluster.name("k", "a")).isNotEqualTo(cluster.name("l", "a"));
    }

    @Test
    void whatIsSharedWithRedissonHasItsNamesWhereTheseLieInTheSlot() {
        for (String key : Arrays.asList("shop:PAY:42", "shop:{PAY}:42", "ünicode", "a{b{c}d")) {
            for (Companions companions : Arrays.asList(new Companions(true), new Companions(false))) {
                assertThat(companions.token(key)).isEqualTo(RedissonObject.prefixName("redisson_lock_token", key));
                assertThat(companions.channel("redisson_rwlock", key))
                        .isEqualTo(RedissonObject.prefixName("redisson_rwlock", key));
                assertThat(companions.timeout(key, "id:7"))
                        .isEqualTo(RedissonObject.suffixName(key, "id:7") + ":rwlock_timeout:1");
            }
        }
    }

    @Test
    void whatIsSharedWithRedissonLiesInTheSlotOfTheKeyEvenWhereRedissonsNamesWouldNot() {
        Companions cluster = new Companions(true);
        for (String key : KEYS) {
            for (String name : Arrays.asList(
                    cluster.token(key), cluster.channel("redisson_lock__channel", key), cluster.timeout(key, "id:7"))) {
                assertThat(Companions.slot(name)).as("slot of %s", name).isEqualTo(Companions.slot(key));
            }
            assertThat(cluster.timeout(key, "id:7").replace(":id:7:", ":id:8:"))
                    .as("the timeout of another reader, as the script makes it")
                    .isEqualTo(cluster.timeout(key, "id:8"));
        }
    }

    @Test
    void withoutAClusterANameIsPlain() {
        assertThat(new Companions(false).name("k", "abandoned:x")).isEqualTo("k:abandoned:x");
    }

    @Test
    void slotsAreThoseOfRedis() {
        // As CLUSTER KEYSLOT says.
        assertThat(Companions.slot("foo")).isEqualTo(12182);
        assertThat(Companions.slot("x{foo}y")).isEqualTo(12182);
        assertThat(Companions.slot("123456789")).isEqualTo(12739);
    }
}
