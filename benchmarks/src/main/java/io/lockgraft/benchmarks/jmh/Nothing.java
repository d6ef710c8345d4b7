package io.lockgraft.benchmarks.jmh;

import com.example.bench.Shop;
import io.lockgraft.benchmarks.contender.Contender;
import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.contender.Lock4jStarter;
import io.lockgraft.benchmarks.contender.SpringAspect;
import java.util.List;

/** The contenders where a store does nothing, so that only the way to it is measured. */
public final class Nothing {
    /** As the results name them. */
    public static final String BARE = "bare method";

    public static final String KEY = "by hand, only the key's text";
    public static final String BY_HAND = "by hand";
    public static final String CLOCK = "by hand, and a look at the clock";
    public static final String ROOM = "by hand, a look at the clock, room on the stack";
    public static final String NUMBERS = "by hand, three looks at the clock, room on the stack, three numbers";
    public static final String SPRING = "Spring proxy, SpEL";
    public static final String LOCK4J = "lock4j, its proxy and SpEL";
    public static final String LOCKGRAFT = "lockgraft";

    private static final String MARK = "nothing:";

    private Nothing() {}

    public static List<String> all() {
        return List.of(BARE, KEY, BY_HAND, CLOCK, ROOM, NUMBERS, SPRING, LOCK4J, LOCKGRAFT);
    }

    /** What the benchmark's parameter says for one of them. */
    public static String parameter(String name) {
        return MARK + all().indexOf(name);
    }

    static boolean isMeant(String parameter) {
        return parameter.startsWith(MARK);
    }

    static Contender open(String parameter, Shop shop) throws Exception {
        String name = all().get(Integer.parseInt(parameter.substring(MARK.length())));
        return switch (name) {
            case KEY -> HandWrittenOnNothing.withoutLock(shop);
            case BY_HAND -> HandWrittenOnNothing.withLock(shop);
            case CLOCK -> HandWrittenOnNothing.withLockAndClock(shop);
            case ROOM -> HandWrittenOnNothing.withLockClockAndRoom(shop);
            case NUMBERS -> HandWrittenOnNothing.withLooksRoomAndNumbers(shop);
            case SPRING -> SpringAspect.onNothing(shop);
            case LOCK4J -> Lock4jStarter.onNothing(shop);
            case LOCKGRAFT -> {
                AgentOnNothing.arrange();
                yield Kind.LOCKGRAFT.open(shop, null);
            }
            default -> Kind.BARE.open(shop, null);
        };
    }
}
