package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Closing;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One body at a time by most of a Redis, a PostgreSQL and a ZooKeeper, while one after the other is ill. */
@Tag("whole")
@Timeout(900)
class MixedMajorityIT {
    private static final int MEMBERS = 3;

    /** So many that each is cut off from another member. */
    private static final int JVMS = MEMBERS;

    /** What a ZooKeeper grants at most. */
    private static final long LEASE_MILLIS = StoreServer.SESSION_MILLIS / 2;

    /** Longer than two members need to come back, and shorter than the lease for which one of them has no vote. */
    private static final long LONG_MILLIS = LEASE_MILLIS - 1_000;

    private final Closing open = new Closing();
    private final List<StoreServer> members = new ArrayList<>();
    private Ways ways;
    private Crew crew;

    @BeforeEach
    void start() throws Exception {
        members.add(open.add(new StoreServer.Redis()));
        members.add(open.add(new StoreServer.PostgreSql()));
        members.add(open.add(new StoreServer.ZooKeeper()));
        ways = open.add(new Ways(JVMS, members.stream().map(StoreServer::port).toList()));
        crew = open.add(new Crew("A=0", "A=0", "own-%d=0", "fenced-F=0", "long=" + LONG_MILLIS));
        for (int jvm = 0; jvm < JVMS; jvm++) {
            crew.start(jvm, rules(jvm));
        }
        crew.goesOn();
    }

    @AfterEach
    void end() throws Exception {
        open.close();
    }

    /** Each JVM names the members in another order, and reaches them by other addresses. */
    private String rules(int jvm) {
        List<String> stores = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            stores.add(members.get(i).at(ways.of(jvm).get(i).port()));
        }
        Collections.rotate(stores, jvm);
        return Crew.rules("most: [" + String.join(", ", stores) + "]", "handoff: off, lease: " + LEASE_MILLIS + "ms");
    }

    @Test
    @Shows({
        "fewer than half are down, frozen or refuse, before or during a hold",
        "the JVMs name the members in another order, or by other addresses",
        "a member comes back without its data while another member is away"
    })
    @FailsWithout("`RoundCount#isWon` takes a lock for held where most members have granted it")
    @FailsWithout("`Member#patience` bounds how long a round waits for a member that it can do without")
    @FailsWithout("`Membership#judged` gives a member no vote that has forgotten what it granted")
    void noBodiesMeetWhileEachMemberDiesIsCutOffAndForgets() throws Exception {
        for (int round = 0; round < 3; round++) {
            for (StoreServer each : members) {
                dies(each);
            }
            eachJvmIsCutOffFromAnotherMember();
        }
        assertThat(crew.logs())
                .as("no loss while two of three are well")
                .noneMatch(log -> log.contains("lost the lock"));
        for (int i = 0; i < 2 * MEMBERS; i++) {
            int away = i + 1 + i / MEMBERS;
            forgetsWhileAnotherIsAway(members.get(i % MEMBERS), members.get(away % MEMBERS));
        }
        crew.endAll();
        crew.metNobody();
    }

    private void dies(StoreServer member) throws Exception {
        member.kill();
        crew.goesOn();
        member.restart();
        crew.goesOn();
        allVoteAgain();
    }

    private void eachJvmIsCutOffFromAnotherMember() {
        for (int jvm = 0; jvm < JVMS; jvm++) {
            ways.of(jvm).get(jvm).cut();
        }
        crew.goesOn();
        for (int jvm = 0; jvm < JVMS; jvm++) {
            ways.of(jvm).get(jvm).deliver();
        }
        crew.goesOn();
        allVoteAgain();
    }

    /**
     * Waits until a hold has the votes of all members. One that was taken earlier may lack that of the member that was
     * away, and is lost where another one goes.
     */
    private void allVoteAgain() {
        crew.awaitBody("long");
        crew.awaitBody("long");
        crew.goesOn();
    }

    /** Most have forgotten then what one JVM holds: the one that was away when it was taken, and the forgetful. */
    private void forgetsWhileAnotherIsAway(StoreServer forgetful, StoreServer away) throws Exception {
        away.kill();
        crew.awaitBody("long");
        int before = crew.calls("A");
        forgetful.kill();
        forgetful.restartEmpty();
        away.restart();
        crew.goesOn();
        crew.awaitBody("long");
        System.out.printf(
                "==== %s forgot while %s was away: %d calls meanwhile%n", forgetful, away, crew.calls("A") - before);
    }
}
