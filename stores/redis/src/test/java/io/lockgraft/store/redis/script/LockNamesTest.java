package io.lockgraft.store.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.RedissonObject;
import org.redisson.config.NameMapper;

/** No key is named as something that belongs to another one, whatever stands in it. */
final class LockNamesTest {
    private static final String OWNER = "8b1f0cb0-0fd4-4b5e-a0a2-4a3f1b2c3d4e:1099511627777";
    private static final List<String> PREFIXES =
            Arrays.asList("redisson_lock_token", "redisson_lock_queue", "redisson_lock_timeout");

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @FailsWithout("`LockNames` and `SideKeys#MARK` keep the names beside one key apart from all other keys")
    void noKeyHasANameOfAnotherOne(boolean cluster) {
        Set<String> keys = new LinkedHashSet<>(
                Arrays.asList("42", "{42}", "a}b", "a{b", "a{}b", "{}", "}{x}", "{x}y", "redisson_lock_token", "{"));
        // What lies beside a key is a key, too, and so is what lies beside that.
        for (int round = 0; round < 2; round++) {
            for (String key : new ArrayList<>(keys)) {
                keys.addAll(beside(key, cluster));
                keys.addAll(beside(key, !cluster));
            }
        }
        LockNames names = names(cluster);
        Map<String, String> keyOf = new HashMap<>();
        for (String key : keys) {
            assertThat(keyOf.put(names.of(key), key))
                    .as("also named %s", names.of(key))
                    .isNull();
            assertThat(names.keyOf(names.of(key))).isEqualTo(key);
        }
        for (String key : keys) {
            for (String name : beside(names.of(key), cluster)) {
                String other = keyOf.put(name, key);
                // Redisson has one name for both. Tokens grow, whoever draws them, and a reader's end is its own.
                assertThat(other == null || name.contains("{" + key + "}") || name.contains("{" + other + "}"))
                        .as("%s is beside %s and of %s", name, key, other)
                        .isTrue();
            }
        }
        assertThat(keys).hasSizeGreaterThan(1_000);
    }

    /** All that may be beside a lock of this name. */
    private static Set<String> beside(String name, boolean cluster) {
        SideKeys sideKeys = new SideKeys(cluster);
        Set<String> beside = new LinkedHashSet<>();
        for (String what : Arrays.asList("waiting", "heard", "numbers", "abandoned:" + OWNER)) {
            beside.add(sideKeys.name(name, what));
        }
        beside.add(sideKeys.token(name));
        String timeout = sideKeys.timeout(name, OWNER);
        beside.add(timeout);
        beside.add(timeout.substring(0, timeout.length() - 1) + 12);
        for (String prefix : PREFIXES) {
            beside.add(RedissonObject.prefixName(prefix, name));
        }
        beside.add(RedissonObject.prefixName("redisson_unlock_latch", name) + ":1f");
        return beside;
    }

    private static LockNames names(boolean cluster) {
        return new LockNames(NameMapper.direct(), new SideKeys(cluster));
    }

    @Test
    void anOrdinaryKeyIsWhatTheRulesFileSays() {
        for (String key : Arrays.asList(
                "shop:PAY:42",
                "{42}",
                "shop:{PAY}:42",
                "PAY:42:waiting",
                "PAY:42:heard",
                "PAY:42:numbers",
                "PAY:42:abandoned:" + OWNER,
                "SESSION:token:123456",
                "a}b:token:123456",
                "lockgraft:PAY:42",
                "PAY:lockgraft:42",
                "redisson_lock_token",
                "redisson_lock_token:42",
                "redisson_lock__channel:{42}",
                "rwlock_timeout:1",
                ":rwlock_timeout:",
                "7",
                "ünicode")) {
            for (boolean cluster : new boolean[] {false, true}) {
                assertThat(names(cluster).of(key)).isEqualTo(key);
            }
        }
    }

    @Test
    void aNameOfSomethingBesideALockGetsAnAddition() {
        assertThat(names(false).of("42:lockgraft#waiting")).isEqualTo("42:lockgraft#waiting:lockgraft#key20");
        assertThat(names(false).keyOf("42:lockgraft#waiting")).as("no lock's").isNull();
        assertThat(names(false).of("redisson_lock_token:{42}")).isEqualTo("redisson_lock_token:{42}:lockgraft#key24");
        assertThat(names(false).of("{42}:a:1:rwlock_timeout:1")).isEqualTo("{42}:a:1:rwlock_timeout:1:lockgraft#key25");
    }

    @Test
    void whatRedissonsFilePutsInFrontOfANameIsPartOfIt() {
        NameMapper mapper = new NameMapper() {
            @Override
            public String map(String name) {
                return "redisson_lock_token:" + name;
            }

            @Override
            public String unmap(String name) {
                throw new UnsupportedOperationException();
            }
        };

        assertThat(new LockNames(mapper, new SideKeys(false)).of("{42}"))
                .isEqualTo("redisson_lock_token:{42}:lockgraft#key24");
    }
}
