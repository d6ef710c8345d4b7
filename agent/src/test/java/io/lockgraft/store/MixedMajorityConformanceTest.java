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
    private static final List<MixedMember> MEMBERS = new ArrayList<>();

    MixedMajorityConformanceTest(TestInfo test) {
        super(test);
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

    @Override
    List<MixedMember> members() {
        return MEMBERS;
    }

    @Override
    int needed() {
        return 2;
    }

    @Override
    String compound(List<String> stores) {
        return "most:\n  - " + String.join("\n  - ", stores);
    }
}
