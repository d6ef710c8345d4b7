package io.lockgraft.store;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** A Redis and a PostgreSQL are a backend together: both must grant a lock. */
@Tag("whole")
final class MixedAllConformanceTest extends MixedConformance {
    @BeforeAll
    static void start() throws Exception {
        MEMBERS.add(new MixedMember.Redis());
        MEMBERS.add(new MixedMember.PostgreSql());
    }

    @Override
    String store(List<String> members) {
        return "all:\n  - " + String.join("\n  - ", members) + '\n';
    }
}
