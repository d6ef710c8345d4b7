package io.lockgraft.store;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;

/**
 * Most of a Redis, a PostgreSQL and a ZooKeeper are a backend. Their queues differ, and the one that counts is that of
 * the first of them: whose turn it is, no test can know.
 */
@Tag("whole")
final class MixedMajorityConformanceTest extends MixedConformance {
    /**
     * Of a test in which a JVM dies. Its locks end at the other members after half of it, and at ZooKeeper 6 s later at
     * most: by then the suite has not given up to see them go.
     */
    private static final int SHORT_SESSION_SECONDS = 6;

    private static final List<MixedMember> MEMBERS = new ArrayList<>();

    private final boolean dies;

    MixedMajorityConformanceTest(TestInfo test) {
        super(MEMBERS);
        dies = test.getTags().contains("death");
    }

    @BeforeAll
    static void start() throws Exception {
        MEMBERS.add(new MixedMember.Redis());
        MEMBERS.add(new MixedMember.PostgreSql());
        MEMBERS.add(new MixedMember.ZooKeeper());
    }

    @AfterAll
    static void stop() throws Exception {
        close(MEMBERS);
    }

    @Override
    String store(List<String> stores) {
        return "most:\n  - " + String.join("\n  - ", stores) + '\n';
    }

    /** A lease of a ZooKeeper is half a session. */
    @Override
    int sessionSeconds() {
        return dies ? SHORT_SESSION_SECONDS : super.sessionSeconds();
    }

    /** One that comes when the writer that waits has not reached the second member yet. */
    @Override
    protected boolean readersPassWriters() {
        return true;
    }
}
