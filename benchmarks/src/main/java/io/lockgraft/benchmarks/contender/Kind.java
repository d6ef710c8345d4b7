package io.lockgraft.benchmarks.contender;

import com.example.bench.Shop;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The contenders. All but Lockgraft and its earlier jar are libraries, and run side by side in one JVM, one at a time.
 */
public enum Kind {
    BARE("bare method, no lock"),
    REDISSON("Redisson by hand"),
    FAIR("Redisson by hand, fair"),
    SPRING("Spring proxy, SpEL, Redisson"),
    LOCK4J("lock4j, Redisson"),
    CURATOR("Curator InterProcessMutex"),
    LOCKGRAFT("Lockgraft"),
    EARLIER("Lockgraft, the earlier jar"),
    LINGERING("Lockgraft, linger: 20ms"),
    SHORT_TURNS("Lockgraft, handoff: {max: 64}"),
    LONG_TURNS("Lockgraft, handoff: {for: 200ms}"),
    REDISSON_VIRTUAL("Redisson by hand, virtual threads"),
    LOCKGRAFT_VIRTUAL("Lockgraft, virtual threads"),
    LOCAL_FAIR("ReentrantLock, fair"),
    LOCAL("ReentrantLock");

    /**
     * Another jar, rules of the agent's with a setting of their own, threads of another kind, and locks that no other
     * JVM
     * knows of.
     */
    private static final Set<Kind> SPECIAL = EnumSet.of(
            EARLIER, LINGERING, SHORT_TURNS, LONG_TURNS, REDISSON_VIRTUAL, LOCKGRAFT_VIRTUAL, LOCAL_FAIR, LOCAL);

    private final String title;

    Kind(String title) {
        this.title = title;
    }

    /** As tables name it. */
    public String title() {
        return title;
    }

    /** As the command line and the results name it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Kind of(String word) {
        return Arrays.stream(values())
                .filter(kind -> kind.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no contender '" + word + "'; there are " + Arrays.toString(values())));
    }

    /** Those that most tables have. */
    public static Set<Kind> all() {
        return EnumSet.complementOf(EnumSet.copyOf(SPECIAL));
    }

    /** The words of those that are a library's lock and code around it, written by hand. */
    public static List<String> byHand() {
        return List.of(REDISSON.word(), FAIR.word(), CURATOR.word());
    }

    /**
     * Those of them that have this lock: lock4j makes one key of several, and has no readers; fair locks have none
     * either.
     */
    public static Set<Kind> allWith(Operation operation) {
        Set<Kind> all = all();
        if (operation != Operation.PAY) {
            all.remove(LOCK4J);
        }
        if (operation == Operation.LOOK || operation == Operation.CHANGE) {
            all.remove(FAIR);
        }
        return all;
    }

    /** Whether it is a lock. */
    public boolean locks() {
        return this != BARE;
    }

    /** Whether it needs a JVM with the agent. */
    public boolean isAgent() {
        return this == LOCKGRAFT
                || this == EARLIER
                || this == LINGERING
                || this == SHORT_TURNS
                || this == LONG_TURNS
                || this == LOCKGRAFT_VIRTUAL;
    }

    /** Whether it is written with Redisson, and has its code in common with the others that are. */
    public boolean isRedisson() {
        return this == REDISSON || this == FAIR || this == SPRING || this == LOCK4J || this == REDISSON_VIRTUAL;
    }

    /** Whether virtual threads call it; all others are called by platform threads. */
    public boolean isVirtual() {
        return this == REDISSON_VIRTUAL || this == LOCKGRAFT_VIRTUAL;
    }

    /** Whether its locks are in Redis. */
    public boolean isOnRedis() {
        return isRedisson() || isAgent();
    }

    /** Connects it. The agent needs nothing: in a JVM with it the plain method is the locked one. */
    public Contender open(Shop shop, Servers servers) throws Exception {
        return switch (this) {
            case BARE, LOCKGRAFT, EARLIER, LOCKGRAFT_VIRTUAL -> new PlainMethods(shop);
            case LINGERING -> operation -> operation == Operation.PAY ? shop::payOften : null;
            case SHORT_TURNS -> operation -> operation == Operation.PAY ? shop::payInShortTurns : null;
            case LONG_TURNS -> operation -> operation == Operation.PAY ? shop::payInLongTurns : null;
            case REDISSON, REDISSON_VIRTUAL -> new HandWritten(shop, servers.redisson());
            case FAIR -> new HandWrittenFair(shop, servers.redisson());
            case SPRING -> SpringAspect.onRedisson(shop, servers.redisson());
            case LOCK4J -> Lock4jStarter.onRedisson(shop, servers.redisson());
            case CURATOR -> new CuratorMutex(shop, servers.curator());
            case LOCAL_FAIR -> new LocalLock(shop, true);
            case LOCAL -> new LocalLock(shop, false);
        };
    }
}
