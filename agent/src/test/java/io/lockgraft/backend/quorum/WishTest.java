package io.lockgraft.backend.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.backend.PermitNumbers;
import io.lockgraft.backend.Request;
import io.lockgraft.rules.LockKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a permit is found that most servers have, while nothing changes there. */
final class WishTest {
    /** With so many tries each, and a start of its own, that not to find it would be no chance. */
    private static final int STEPS = 10_000;

    @ParameterizedTest
    @CsvSource({"3, 1", "3, 2", "5, 1", "5, 2"})
    void aPermitThatMostHaveOfEachKeyIsFound(int servers, int keyCount) {
        Random random = new Random(20261122);
        int majority = servers / 2 + 1;
        List<String> keys = keyCount == 1 ? List.of("a") : List.of("a", "b");
        int tried = 0;
        while (tried < 20_000) {
            int permits = 2 + random.nextInt(6);
            List<Map<String, TreeSet<Integer>>> free = new ArrayList<>();
            for (int i = 0; i < servers; i++) {
                free.add(someOf(permits, keys, random));
            }
            // One for each key, at the same servers.
            Map<String, Integer> had = PermitsAtMost.find(free, keys, permits, majority);
            if (had == null) {
                continue;
            }
            tried++;
            assertThat(finds(free, keys, permits, majority))
                    .as("with %d permits, of which these are free: %s; most have %s", permits, free, had)
                    .isTrue();
        }
    }

    private static boolean finds(
            List<Map<String, TreeSet<Integer>>> free, List<String> keys, int permits, int majority) {
        Wish wish = new Wish(new Request(LockKind.SEMAPHORE, permits, keys, 1, 1000, 0), majority);
        for (int step = 0; step < STEPS; step++) {
            Request asked = wish.request();
            List<PermitNumbers> given = new ArrayList<>();
            for (Map<String, TreeSet<Integer>> each : free) {
                PermitNumbers got = give(each, asked);
                if (got != null) {
                    given.add(got);
                }
            }
            for (PermitNumbers each : given) {
                if (given.stream().filter(each::equals).count() >= majority) {
                    return true;
                }
            }
            if (wish.isHopeful()) {
                wish.gather(given);
            } else {
                wish.rest();
            }
        }
        return false;
    }

    /** As a server does it; null where it refuses. */
    private static PermitNumbers give(Map<String, TreeSet<Integer>> free, Request asked) {
        Map<String, Integer> got = new HashMap<>();
        for (String key : asked.keys()) {
            int wanted = asked.numbers().of(key);
            Integer next = free.get(key).ceiling(wanted);
            Integer given = next == null ? free.get(key).first() : next;
            if (asked.isExact() && given != wanted) {
                return null;
            }
            got.put(key, given);
        }
        return PermitNumbers.of(got);
    }

    /** At least one of each, or the server would refuse by their count. */
    private static Map<String, TreeSet<Integer>> someOf(int permits, List<String> keys, Random random) {
        Map<String, TreeSet<Integer>> some = new HashMap<>();
        for (String key : keys) {
            TreeSet<Integer> numbers = new TreeSet<>();
            numbers.add(random.nextInt(permits));
            for (int i = 0; i < permits; i++) {
                if (random.nextInt(3) == 0) {
                    numbers.add(i);
                }
            }
            some.put(key, numbers);
        }
        return some;
    }

    /** Looks for it one by one. */
    private static final class PermitsAtMost {
        static Map<String, Integer> find(
                List<Map<String, TreeSet<Integer>>> free, List<String> keys, int permits, int majority) {
            for (int number = 0; number < permits * permits; number++) {
                Map<String, Integer> each = new HashMap<>();
                each.put(keys.get(0), number % permits);
                each.put(keys.get(keys.size() - 1), keys.size() == 1 ? number % permits : number / permits);
                long have = free.stream()
                        .filter(server ->
                                keys.stream().allMatch(key -> server.get(key).contains(each.get(key))))
                        .count();
                if (have >= majority) {
                    return each;
                }
            }
            return null;
        }
    }
}
