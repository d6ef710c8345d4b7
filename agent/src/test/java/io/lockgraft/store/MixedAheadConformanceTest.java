package io.lockgraft.store;

import io.lockgraft.spi.LockKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** A PostgreSQL decides, and calls wait at a Redis ahead of it. */
@Tag("whole")
final class MixedAheadConformanceTest extends MixedConformance {
    private static final List<MixedMember> MEMBERS = new ArrayList<>();

    MixedAheadConformanceTest() {
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
        return "ahead: {" + stores.get(0) + "}\ndecide: {" + stores.get(1) + "}\n";
    }

    /** The one that decides: it is not asked before the one ahead has answered. */
    @Override
    protected void freeze() {
        ways.get(1).cut();
    }

    @Override
    protected boolean keepsOrder(LockKind kind) {
        return false;
    }

    @Override
    protected boolean readersPassWriters() {
        return true;
    }
}
