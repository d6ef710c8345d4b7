package io.lockgraft.store;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.rules.read.Reads;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.testing.server.TcpProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;

/**
 * Most of a Redis, a PostgreSQL and a ZooKeeper are a backend. Their queues differ, and the one that counts is that of
 * the first of them: whose turn it is, no test can know.
 */
@Tag("whole")
final class MixedMajorityConformanceTest extends StoreConformance {
    /** A lease of a ZooKeeper is half a session. */
    private static final int SESSION_SECONDS = 60;

    /**
     * Of a test in which a JVM dies. Its locks end at the other members after half of it, and at ZooKeeper 6 s later at
     * most: by then the suite has not given up to see them go.
     */
    private static final int SHORT_SESSION_SECONDS = 6;

    private static final List<MixedMember> MEMBERS = new ArrayList<>();

    /** From both JVMs to each of the members. */
    private final List<TcpProxy> ways =
            MEMBERS.stream().map(member -> new TcpProxy(member.port())).collect(Collectors.toList());

    private final int session;

    MixedMajorityConformanceTest(TestInfo test) {
        session = test.getTags().contains("death") ? SHORT_SESSION_SECONDS : SESSION_SECONDS;
    }

    @BeforeAll
    static void start() throws Exception {
        MEMBERS.add(new MixedMember.Redis());
        MEMBERS.add(new MixedMember.PostgreSql());
        MEMBERS.add(new MixedMember.ZooKeeper());
    }

    @AfterAll
    static void stop() throws Exception {
        for (MixedMember member : MEMBERS) {
            member.close();
        }
        MEMBERS.clear();
    }

    @AfterEach
    void hangUp() {
        ways.forEach(TcpProxy::close);
    }

    private String rules() {
        StringBuilder text = new StringBuilder("most:\n");
        for (int i = 0; i < MEMBERS.size(); i++) {
            text.append("  - ")
                    .append(MEMBERS.get(i).store(ways.get(i).port(), session))
                    .append('\n');
        }
        return text + "rules: [{method: com.shop.PayService.pay(PayDto), key: A}]\n";
    }

    @Override
    protected Capabilities capabilities() {
        return Reads.with().rules(rules()).stores().get("").capabilities();
    }

    @Override
    protected Opening opening() {
        String rules = rules();
        return context -> Reads.with().rules(rules).stores().get("").open(context);
    }

    /** By most of the members, or for longer than a release needs from the first member to the last. */
    @Override
    protected boolean isHeld(String key) throws Exception {
        long begin = System.nanoTime();
        int holding = holding(key);
        while (holding == 1 && System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(500)) {
            Thread.sleep(5);
            holding = holding(key);
        }
        return holding > 0;
    }

    private static int holding(String key) throws Exception {
        int holding = 0;
        for (MixedMember member : MEMBERS) {
            holding += member.isHeld(key) ? 1 : 0;
        }
        return holding;
    }

    @Override
    protected Set<String> leftOf(List<String> keys) throws Exception {
        Set<String> left = new TreeSet<>();
        for (MixedMember member : MEMBERS) {
            left.addAll(member.left(keys));
        }
        return left;
    }

    @Override
    protected void delete(String key) throws Exception {
        awaitEverywhere(key);
        for (MixedMember member : MEMBERS) {
            member.delete(key);
        }
    }

    @Override
    protected void awaitEverywhere(String key) throws Exception {
        for (int i = 0; i < 100 && holding(key) < MEMBERS.size(); i++) {
            Thread.sleep(5);
        }
    }

    @Override
    protected void freeze() {
        ways.forEach(TcpProxy::cut);
    }

    @Override
    protected void thaw() {
        ways.forEach(TcpProxy::deliver);
    }

    /** One for all connections to PostgreSQL; the driver cleans up behind those that nobody has closed. */
    @Override
    protected boolean isOfADriver(String thread) {
        return thread.equals("daemon Cleaner-0");
    }
}
