package io.lockgraft.store;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;

/** A Redis and a PostgreSQL must both grant, as in a move from one to the other. */
@Tag("whole")
final class MixedAllConformanceTest extends MixedConformance {
    private static final List<MixedMember> MEMBERS = new ArrayList<>();

    MixedAllConformanceTest(TestInfo test) {
        super(test);
    }

    @BeforeAll
    static void start() throws Exception {
        MEMBERS.add(new MixedMember.Redis());
        MEMBERS.add(new MixedMember.PostgreSql());
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

    /** A call that waits for its next key has this one at the first store alone. */
    @Override
    int needed() {
        return 1;
    }

    @Override
    String compound(List<String> stores) {
        return "all:\n  - " + String.join("\n  - ", stores);
    }
}
