package io.lockgraft.store;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** A Redis and a PostgreSQL are a backend together: both must grant a lock. */
@Tag("whole")
final class MixedAllConformanceTest extends MixedConformance {
    private static final List<MixedMember> MEMBERS = new ArrayList<>();

    MixedAllConformanceTest() {
        super(MEMBERS);
    }

    @BeforeAll
    static void start() throws Exception {
        MEMBERS.add(new MixedMember.Redis());
        MEMBERS.add(new MixedMember.PostgreSql());
    }

    @AfterAll
    static void stop() throws Exception {
        close(MEMBERS);
    }

    @Override
    String store(List<String> stores) {
        return "all:\n  - " + String.join("\n  - ", stores) + '\n';
    }
}
