package io.lockgraft.benchmarks.contender;

import com.example.bench.Shop;
import io.lockgraft.benchmarks.contender.byhand.AdvisoryLock;
import io.lockgraft.benchmarks.contender.byhand.ConsulSession;
import io.lockgraft.benchmarks.contender.byhand.CuratorMutex;
import io.lockgraft.benchmarks.contender.byhand.FileChannelLock;
import io.lockgraft.benchmarks.contender.byhand.JetcdLock;
import io.lockgraft.benchmarks.contender.byhand.ShedLock;
import io.lockgraft.benchmarks.contender.byhand.SpringJdbcLock;
import java.nio.file.Path;
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
    JETCD("jetcd lock"),
    CONSUL_SESSION("Consul session by hand"),
    SHEDLOCK("ShedLock"),
    SPRING_JDBC("Spring Integration JdbcLockRegistry"),
    ADVISORY("pg_advisory_lock, no lease"),
    FILE_CHANNEL("FileChannel.lock, no lease"),
    LOCKGRAFT("Lockgraft"),
    LOCKGRAFT_ASKED("Lockgraft, asked each second"),
    EARLIER("Lockgraft, the earlier jar"),
    LINGERING("Lockgraft, linger: 20ms"),
    SHORT_TURNS("Lockgraft, handoff: {max: 64}"),
    LONG_TURNS("Lockgraft, handoff: {for: 200ms}"),
    REDISSON_VIRTUAL("Redisson by hand, virtual threads"),
    LOCKGRAFT_VIRTUAL("Lockgraft, virtual threads"),
    LOCAL_FAIR("ReentrantLock, fair"),
    LOCAL("ReentrantLock");

    /**
     * The agent while it is asked, another jar, rules of the agent's with a setting of their own, threads of another
     * kind, locks of other stores, and those that no other JVM knows of.
     */
    private static final Set<Kind> SPECIAL = EnumSet.of(
            JETCD,
            CONSUL_SESSION,
            SHEDLOCK,
            SPRING_JDBC,
            ADVISORY,
            FILE_CHANNEL,
            LOCKGRAFT_ASKED,
            EARLIER,
            LINGERING,
            SHORT_TURNS,
            LONG_TURNS,
            REDISSON_VIRTUAL,
            LOCKGRAFT_VIRTUAL,
            LOCAL_FAIR,
            LOCAL);

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

    /** Lockgraft and the locks that are written by hand for a store. */
    public static Set<Kind> on(Store store) {
        Set<Kind> kinds = EnumSet.of(LOCKGRAFT);
        Arrays.stream(values()).filter(kind -> kind.store() == store).forEach(kinds::add);
        return kinds;
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
                || this == LOCKGRAFT_ASKED
                || this == EARLIER
                || this == LINGERING
                || this == SHORT_TURNS
                || this == LONG_TURNS
                || this == LOCKGRAFT_VIRTUAL;
    }

    /** Where its locks are; null where rules say that, and where it has none or the JVM's own. */
    public Store store() {
        return switch (this) {
            case REDISSON, FAIR, SPRING, LOCK4J, REDISSON_VIRTUAL -> Store.REDIS;
            case CURATOR -> Store.ZOOKEEPER;
            case JETCD -> Store.ETCD;
            case CONSUL_SESSION -> Store.CONSUL;
            case SHEDLOCK, SPRING_JDBC, ADVISORY -> Store.POSTGRESQL;
            case FILE_CHANNEL -> Store.FILE;
            default -> null;
        };
    }

    /** Whether its lock ends by itself some time after its JVM was cut off. */
    public boolean hasLease() {
        return this != ADVISORY && this != FILE_CHANNEL;
    }

    /** Whether it is written with Redisson, and has its code in common with the others that are. */
    public boolean isRedisson() {
        return store() == Store.REDIS;
    }

    /** Whether virtual threads call it; all others are called by platform threads. */
    public boolean isVirtual() {
        return this == REDISSON_VIRTUAL || this == LOCKGRAFT_VIRTUAL;
    }

    /** Whether its locks are in Redis, or those of the agent. */
    public boolean isOnRedis() {
        return isRedisson() || isAgent();
    }

    /** Connects it. The agent needs nothing: in a JVM with it the plain method is the locked one. */
    public Contender open(Shop shop, Servers servers) throws Exception {
        return switch (this) {
            case BARE, LOCKGRAFT, LOCKGRAFT_ASKED, EARLIER, LOCKGRAFT_VIRTUAL -> new PlainMethods(shop);
            case LINGERING -> operation -> operation == Operation.PAY ? shop::payOften : null;
            case SHORT_TURNS -> operation -> operation == Operation.PAY ? shop::payInShortTurns : null;
            case LONG_TURNS -> operation -> operation == Operation.PAY ? shop::payInLongTurns : null;
            case REDISSON, REDISSON_VIRTUAL -> new HandWritten(shop, servers.redisson());
            case FAIR -> new HandWrittenFair(shop, servers.redisson());
            case SPRING -> SpringAspect.onRedisson(shop, servers.redisson());
            case LOCK4J -> Lock4jStarter.onRedisson(shop, servers.redisson());
            case CURATOR -> new CuratorMutex(shop, servers.curator());
            case JETCD -> new JetcdLock(shop, servers.jetcd());
            case CONSUL_SESSION -> new ConsulSession(shop, servers.address(Store.CONSUL));
            case SHEDLOCK -> new ShedLock(shop, servers.database());
            case SPRING_JDBC -> new SpringJdbcLock(shop, servers.database());
            case ADVISORY -> new AdvisoryLock(shop, servers.database());
            case FILE_CHANNEL -> new FileChannelLock(shop, Path.of(servers.address(Store.FILE)));
            case LOCAL_FAIR -> new LocalLock(shop, true);
            case LOCAL -> new LocalLock(shop, false);
        };
    }
}
