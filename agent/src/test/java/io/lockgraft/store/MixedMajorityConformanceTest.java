package io.lockgraft.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.rules.read.Reads;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.testing.store.TestContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;

/**
 * Most of a ZooKeeper, a PostgreSQL and a Redis are a backend. Their queues differ, and the one that counts is that of
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
        MEMBERS.add(new MixedMember.ZooKeeper());
        MEMBERS.add(new MixedMember.PostgreSql());
        MEMBERS.add(new MixedMember.Redis());
        for (int i = 0; i < MEMBERS.size(); i++) {
            MixedMember member = MEMBERS.get(i);
            identify(i, member.store(member.port(), 10));
        }
    }

    /** Asked in the order of their ids, which are random where none is there. The slowest queue comes first. */
    private static void identify(int id, String store) throws Exception {
        StoreContext context = new TestContext();
        String rules = store + "\nrules: [{method: com.shop.PayService.pay(PayDto), key: A}]\n";
        LockStore member = Reads.with().rules(rules).stores().get("").open(context);
        try {
            String entry = "id=" + id + " lease=0 from=0 members=";
            StoreEntry kept =
                    member.replaceEntry(context.namespace(), "", entry).get(1, TimeUnit.MINUTES);
            assertThat(kept.text()).isEqualTo(entry);
        } finally {
            member.close();
        }
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
