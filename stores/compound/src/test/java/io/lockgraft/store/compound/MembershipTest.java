package io.lockgraft.store.compound;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.Answers;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** JVMs that name the members of a majority in other orders, by other names, or others; and members that forget. */
@Timeout(120)
final class MembershipTest {
    private static final long LEASE = 30_000;
    private static final AtomicLong OWNERS = new AtomicLong();

    private final FaultyServer a = server("a");
    private final FaultyServer b = server("b");
    private final FaultyServer c = server("c");
    private final FaultyServer d = server("d");
    private final List<Jvm> jvms = new ArrayList<>();

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    @AfterEach
    void close() {
        Arrays.asList(a, b, c, d).forEach(FaultyServer::thaw);
        jvms.forEach(jvm -> jvm.store.close());
    }

    /** Each of them is granted first by the member that it names first, and keeps that. */
    @Test
    @FailsWithout("`Roster#order` has all JVMs wait at the members in one order")
    @Shows("the JVMs name the members in another order, or by other addresses")
    void jvmsThatNameTheMembersInAnotherOrderDoNotWaitForOneAnother() throws Exception {
        List<CompletableFuture<Renewal>> served = new ArrayList<>();
        for (List<FaultyServer> rotated :
                Arrays.asList(Arrays.asList(a, b, c), Arrays.asList(b, c, a), Arrays.asList(c, a, b))) {
            Jvm jvm = new Jvm(rotated);
            jvm.to(rotated.get(1)).delay = 30;
            jvm.to(rotated.get(2)).delay = 30;
        }

        for (Jvm jvm : jvms) {
            served.add(jvm.ask("k", 20_000)
                    .answer()
                    .thenCompose(answer -> answer.grant() == null
                            ? CompletableFuture.completedFuture(Renewal.lost())
                            : answer.grant().release()));
        }

        for (CompletableFuture<Renewal> each : served) {
            assertThat(Renewals.isHeld(each)).as("granted within 20 s").isTrue();
        }
    }

    @Test
    @FailsWithout("`Roster#isFirstStart` makes the list of all members, once all are reached")
    void theListIsWrittenWhenAllMembersHaveBeenReached() throws Exception {
        c.freeze();
        Jvm jvm = new Jvm(a, b, c);
        release(granted(jvm.ask("k", 2_000)));
        assertThat(entry(a)).as("before c is reached").endsWith("members=");

        c.thaw();
        await().until(() -> {
            release(granted(jvm.ask("k", 2_000)));
            return entry(c).endsWith("members=a,b,c");
        });

        await().until(() -> entry(a).endsWith("members=a,b,c") && entry(b).endsWith("members=a,b,c"));
    }

    @Test
    @FailsWithout("`Roster#objection` counts one store once, by whatever name")
    @Shows("a store is named twice, or most members of a JVM belong to another list")
    void aStoreThatIsNamedTwiceIsRefused() throws Exception {
        Answer answer = new Jvm(a, a, b).answer("k", 300);

        assertThat(answer.isRefused()).isTrue();
        assertThat(answer.cause()).hasMessageContaining("it is the same store as store ");
        assertFree("k");
    }

    /** As when a name or a virtual address points elsewhere for a moment. */
    @Test
    @FailsWithout("`Roster#isInOrder` has an entry read again that two members have; `Roster#settle` keeps their ids")
    @Shows("the address of a member leads to another member for a while")
    void membersVoteAgainWhenTheAddressOfOneNoLongerLeadsToTheOther() throws Exception {
        Jvm jvm = new Jvm(a, b, c);
        release(granted(jvm.ask("k", 1_000)));
        jvm.to(b).broken = new IllegalStateException("down");
        jvm.to(c).server = b;
        jvm.answer("other", 200);

        c.empty();
        jvm.to(b).broken = null;
        jvm.to(c).server = c;

        await().untilAsserted(() -> release(Answers.granted(jvm.answer("k", 1_000))));
        await().untilAsserted(() -> {
            jvm.answer("k", 0);
            assertThat(entry(c)).as("put back").startsWith("id=c ");
        });
    }

    /** Of readers, which one server lets in twice. */
    @Test
    @FailsWithout("`Roster#objection` counts no grant of a store that another member is, too")
    @Shows("the address of a member leads to another member for a while")
    void aMemberHasOneVoteThoughTheAddressOfAnotherLeadsToItNow() throws Exception {
        Jvm jvm = new Jvm(a, b, c);
        release(granted(jvm.ask("k", 1_000)));
        jvm.to(a).broken = new IllegalStateException("down");
        jvm.to(c).server = b;

        Attempt asked = jvm.store.acquire(Requests.of(
                LockKind.READ,
                1,
                Arrays.asList("k"),
                OWNERS.incrementAndGet(),
                LEASE,
                System.nanoTime() + SECONDS.toNanos(1)));

        assertThat(asked.answer().get(30, SECONDS).cause()).hasMessageContaining("it is the same store as store ");
    }

    /** One JVM has {b, c}, and the other would have {a, d}. */
    @Test
    @FailsWithout("`Roster#objection` counts no member that is not in the list")
    @Shows("a JVM names a member that the others do not name, as in a rolling change of the list")
    void aMemberThatTheOtherJvmsDoNotNameHasNoVote() throws Exception {
        Jvm old = new Jvm(a, b, c);
        old.to(a).broken = new IllegalStateException("down");
        Grant held = granted(old.ask("k", 1_000));
        Jvm rolled = new Jvm(a, b, d);

        assertThat(rolled.answer("k", 300).grant()).isNull();
        release(held);
        release(granted(rolled.ask("k", 2_000)));
        rolled.to(b).broken = new IllegalStateException("down");

        assertThat(rolled.answer("k", 300).cause())
                .hasMessageContaining("it is not in the list of members that the other stores keep");
        await().untilAsserted(() -> {
            rolled.answer("k", 0);
            assertThat(log.toString())
                    .contains(
                            "store 3 of 'most' has no say in locks, and the others decide without it: it is not in the"
                                    + " list of members that the other stores keep");
        });
        assertThat(entry(d)).doesNotContain("members=a");
    }

    @Test
    @FailsWithout("`Roster#objection` counts no member of another list")
    @Shows("a store is named twice, or most members of a JVM belong to another list")
    void aJvmMostOfWhoseMembersBelongToAnotherListIsRefused() throws Exception {
        release(granted(new Jvm(a, b, c).ask("k", 1_000)));
        b.entry("test", entry(b), "id=b lease=1 from=0 members=b,d,e");
        c.entry("test", entry(c), "id=c lease=1 from=0 members=c,d,e");

        Answer answer = new Jvm(a, b, c).answer("k", 1_000);

        assertThat(answer.isRefused()).isTrue();
        assertThat(answer.cause()).hasMessageContaining("it belongs to another list of members");
        assertThat(entry(b)).endsWith("lease=1 from=0 members=b,d,e");
    }

    @Test
    void aStoreOfAnotherListIsLeftToThatList() throws Exception {
        FaultyServer e = server("e");
        release(granted(new Jvm(c, d, e).ask("k", 1_000)));

        Answer answer = new Jvm(a, b, c).answer("k", 1_000);

        assertThat(answer.cause()).hasMessageContaining("it is not in the list of members that the other stores keep");
        assertThat(entry(a)).endsWith("members=");
        assertThat(entry(c)).endsWith("members=c,d,e");
        release(granted(new Jvm(c, d, e).ask("k", 1_000)));
    }

    @Test
    @FailsWithout("`Roster#objection` counts no member of a list of another length")
    @Shows("a store is named twice, or most members of a JVM belong to another list")
    void aJvmThatNamesFewerMembersIsRefused() throws Exception {
        FaultyServer e = server("e");
        release(granted(new Jvm(a, b, c, d, e).ask("k", 1_000)));

        Answer answer = new Jvm(a, b, c).answer("k", 1_000);

        assertThat(answer.isRefused()).isTrue();
        assertThat(answer.cause()).hasMessageContaining("the stores keep a list of 5 members, and here are 3");
    }

    /** The holder has {a, b}, and the other JVM would have {b, c}. */
    @Test
    @FailsWithout("`Roster#objection` counts no member that has lost its data until the longest lease is over")
    @Shows("a member comes back without its data while another member is away")
    void aMemberThatIsEmptiedWhileAnotherIsAwayHasNoVote() throws Exception {
        Jvm holder = new Jvm(a, b, c);
        Jvm rival = new Jvm(a, b, c);
        release(granted(rival.ask("k", 1_000)));
        holder.to(c).broken = new IllegalStateException("down");
        granted(holder.ask("k", 1_000));
        rival.to(a).broken = new IllegalStateException("down");

        b.empty();

        assertThat(rival.answer("k", 500).grant()).isNull();
        rival.to(a).broken = null;
        assertThat(rival.answer("k", 500).grant()).as("a has it").isNull();
        assertThat(new Jvm(a, b, c).answer("k", 500).grant())
                .as("of a JVM that has just started")
                .isNull();
        await().until(() -> {
            assertThat(rival.answer("k", 0).grant()).as("b has been put back").isNull();
            return entry(b).contains("members=a,b,c");
        });
        rival.to(a).broken = new IllegalStateException("down");
        b.passes(LEASE / 2);
        assertThat(rival.answer("k", 500).grant())
                .as("before that lease is over")
                .isNull();

        b.passes(LEASE / 2 + 1_000);
        await().until(() -> rival.answer("k", 500).grant() != null);
    }

    /** One was away when the last tokens were given, and the other has forgotten them. */
    @Test
    @FailsWithout("`RoundCount#token` is greater than what a member may have forgotten")
    @Shows("a member comes back without its data while another member is away")
    void noTokenGoesBackWhereAMemberHasForgottenIt() throws Exception {
        Jvm jvm = new Jvm(a, b, c);
        noTokenGoesBack(jvm, 1);
    }

    /** With holds that take more tokens than milliseconds go by. */
    @Test
    @FailsWithout("`Vote#tokensBefore` counts in microseconds")
    @Shows("a member comes back without its data while another member is away")
    void noTokenGoesBackWhereAMemberHasForgottenThemTwice() throws Exception {
        Jvm jvm = new Jvm(a, b, c);
        token(jvm, 1);
        forgets(jvm);
        b.passes(LEASE + 1_000);

        noTokenGoesBack(jvm, 20_000);
    }

    /** While b keeps the tokens a is away, and c is when b has forgotten them. */
    private void noTokenGoesBack(Jvm jvm, int count) throws Exception {
        jvm.to(a).broken = new IllegalStateException("down");
        long last = 0;
        for (int i = 0; i < 5; i++) {
            last = token(jvm, count);
        }
        jvm.to(a).broken = null;
        forgets(jvm);
        jvm.to(c).broken = new IllegalStateException("down");
        b.passes(LEASE + 1_000);

        long next = token(jvm, count);

        assertThat(next).isGreaterThan(last);
        assertThat(token(jvm, count)).isEqualTo(next + count);
        jvm.to(c).broken = null;
        jvm.to(b).broken = new IllegalStateException("down");
        assertThat(token(jvm, count)).as("of another majority").isGreaterThan(next + count);
    }

    /** Empties b, and waits until its entry has been put back. */
    private void forgets(Jvm jvm) {
        b.empty();
        await().until(() -> {
            jvm.answer("k", 0);
            return entry(b).contains("members=");
        });
    }

    private static long token(Jvm jvm, int count) throws Exception {
        Request fenced = Requests.of(
                        LockKind.FENCED,
                        1,
                        Arrays.asList("fenced"),
                        OWNERS.incrementAndGet(),
                        LEASE,
                        System.nanoTime() + SECONDS.toNanos(20))
                .withTokens(count);
        Grant grant = granted(jvm.store.acquire(fenced));
        release(grant);
        return grant.token();
    }

    @Test
    @Shows("most members have forgotten the lock")
    void membersThatAreEmptiedTogetherHaveNoVoteHoweverManyTheyAre() throws Exception {
        Jvm jvm = new Jvm(a, b, c);
        Grant held = granted(jvm.ask("k", 1_000));

        Arrays.asList(a, b, c).forEach(FaultyServer::empty);

        assertThat(renewed(jvm, held)).isFalse();
        assertThat(jvm.answer("k", 500).cause()).hasMessageContaining("only 0 of 3 lock servers answer");
        await().until(() -> {
            jvm.answer("k", 0);
            return entry(a).startsWith("id=a ") && entry(b).startsWith("id=b ") && entry(c).startsWith("id=c ");
        });
        Arrays.asList(a, b, c).forEach(server -> server.passes(LEASE + 1_000));
        await().until(() -> jvm.answer("k", 500).grant() != null);
    }

    /** Its entry had been read, and its question was on the way. */
    @Test
    @FailsWithout("`Vote#judged` reads the entry in or behind the step that grants")
    @Shows("a member comes back without its data while another member is away")
    void aMemberThatIsEmptiedJustBeforeItGrantsHasNoVote() throws Exception {
        Jvm holder = new Jvm(a, b, c);
        Jvm rival = new Jvm(a, b, c);
        release(granted(rival.ask("k", 1_000)));
        holder.to(c).broken = new IllegalStateException("down");
        granted(holder.ask("k", 1_000));
        rival.to(a).broken = new IllegalStateException("down");
        rival.to(b).delay = 200;

        Attempt asked = rival.ask("k", 2_000);
        b.empty();

        assertThat(asked.answer().get(30, SECONDS).grant()).isNull();
    }

    /** Of a JVM that has not heard of the list when that member answers. */
    @Test
    @FailsWithout("`RoundCount` judges a grant again when the list of members has become known")
    @Shows("a member comes back without its data")
    void aMemberThatIsEmptiedHasNoVoteThoughItIsTheFirstToAnswer() throws Exception {
        release(granted(new Jvm(a, b, c).ask("k", 1_000)));
        b.empty();
        Jvm fresh = new Jvm(Arrays.asList(a, b, c), false);
        fresh.to(a).delay = 100;
        fresh.to(c).broken = new IllegalStateException("down");

        assertThat(fresh.answer("k", 1_000).grant()).isNull();
    }

    @Test
    @FailsWithout("`Membership#ready` tells each member of a longer lease before it is asked for one")
    void aLongerLeaseIsKnownToTheMembersBeforeTheyAreAsked() throws Exception {
        Jvm jvm = new Jvm(a, b, c);
        Jvm other = new Jvm(a, b, c);
        release(granted(other.ask("k", 1_000)));
        a.freeze();

        Grant held = granted(jvm.ask("long", 1_000, 10 * LEASE));

        assertThat(entry(b)).contains("lease=" + (10 * LEASE + 3 * LEASE / 30 + 2) + ' ');
        assertThat(entry(c)).contains("lease=" + (10 * LEASE + 3 * LEASE / 30 + 2) + ' ');
        release(held);
    }

    /** The member that was emptied knew of it, and so did one of the others. */
    @Test
    @FailsWithout("`Membership#putBack` asks the other members for the longest lease")
    @Shows("a member comes back without its data while another member is away")
    void theLongestLeaseIsThatOfAllMembers() throws Exception {
        Jvm old = new Jvm(a, b, c);
        release(granted(old.ask("k", 1_000)));
        Jvm later = new Jvm(a, b, c);
        later.to(a).broken = new IllegalStateException("down");
        granted(later.ask("long", 1_000, 10 * LEASE));

        b.empty();
        old.to(c).broken = new IllegalStateException("down");
        old.answer("k", 2_500);
        assertThat(entry(b)).as("while c is not asked").doesNotContain("members=a");
        old.to(c).broken = null;
        await().until(() -> {
            release(granted(old.ask("k", 2_000)));
            return entry(b).startsWith("id=b ");
        });

        b.passes(2 * LEASE);
        old.to(a).broken = new IllegalStateException("down");
        assertThat(old.answer("long", 500).grant()).isNull();
    }

    @Test
    @FailsWithout("`MajorityGrant#releaseAfter` tells the members for how long they keep a lock")
    void aLockThatIsKeptLongerThanItsLeaseIsKnownToTheMembers() throws Exception {
        Jvm jvm = new Jvm(a, b, c);
        Grant grant = granted(jvm.ask("k", 1_000));

        assertThat(Renewals.isHeld(grant.releaseAfter(5 * LEASE))).isTrue();

        await().until(() -> entry(a).contains("lease=" + 5 * LEASE + ' '));
        await().until(() -> entry(b).contains("lease=" + 5 * LEASE + ' '));
    }

    /** An address that leads to another store now. */
    @Test
    @Shows("a JVM names a member that the others do not name, as in a rolling change of the list")
    void aMemberWhoseIdChangedHasNoVote() throws Exception {
        Jvm jvm = new Jvm(a, b, c);
        release(granted(jvm.ask("k", 1_000)));
        String foreign = "id=z lease=1 from=0 members=x,y,z";
        b.empty();
        b.entry("test", "", foreign);
        jvm.to(a).broken = new IllegalStateException("down");

        assertThat(jvm.answer("k", 500).cause()).hasMessageContaining("it belongs to another list of members");
        assertThat(entry(b)).isEqualTo(foreign);
    }

    @Test
    void anEntryOfAnotherVersionIsLeftAsItIs() throws Exception {
        c.entry("test", entry(c), "version 9");
        Jvm jvm = new Jvm(a, b, c);

        release(granted(jvm.ask("k", 2_000)));

        jvm.to(a).broken = new IllegalStateException("down");
        assertThat(jvm.answer("k", 300).cause())
                .hasMessageContaining("another version of Lockgraft wrote its entry: version 9");
        assertThat(entry(c)).isEqualTo("version 9");
    }

    @Test
    void whileOneMemberHasNeverBeenReachedTheLogSaysThatNoListIsKept() throws Exception {
        c.freeze();
        Jvm jvm = new Jvm(a, b, c);

        await().atMost(20, SECONDS).untilAsserted(() -> {
            release(granted(jvm.ask("k", 2_000)));
            assertThat(log.toString()).contains("not reached yet: [store 3 of 'most']");
        });
    }

    private static FaultyServer server(String id) {
        FaultyServer server = new FaultyServer();
        server.entry("test", "", new MemberEntry(id, 0, 0, new ArrayList<>()).text);
        return server;
    }

    private static String entry(FaultyServer server) {
        return server.entry("test", "", "").text();
    }

    private static Grant granted(Attempt attempt) throws Exception {
        return Answers.granted(attempt.answer().get(60, SECONDS));
    }

    private static void release(Grant grant) throws Exception {
        assertThat(Renewals.isHeld(grant.release())).isTrue();
    }

    private static boolean renewed(Jvm jvm, Grant grant) throws Exception {
        return Renewals.isHeld(jvm.store, grant);
    }

    private void assertFree(String key) {
        await().until(() -> Arrays.asList(a, b, c, d).stream().noneMatch(server -> server.isHeld(key)));
    }

    /** A majority as one JVM has it, with ways of its own to the servers. */
    private final class Jvm {
        final Map<FaultyServer, FaultyStore> ways = new HashMap<>();
        final LockStore store;

        Jvm(FaultyServer... members) {
            this(Arrays.asList(members));
        }

        Jvm(List<FaultyServer> members) {
            this(members, true);
        }

        Jvm(List<FaultyServer> members, boolean loads) {
            store = new MajorityStore(
                    new TestContext(), members.stream().map(this::way).collect(Collectors.toList()));
            if (loads) {
                store.load().handle((done, error) -> null).join();
            }
            jvms.add(this);
        }

        private FaultyStore way(FaultyServer server) {
            FaultyStore way = new FaultyStore(server);
            ways.put(server, way);
            return way;
        }

        FaultyStore to(FaultyServer server) {
            return ways.get(server);
        }

        Attempt ask(String key, long wait) {
            return ask(key, wait, LEASE);
        }

        Attempt ask(String key, long wait, long lease) {
            return store.acquire(Requests.exclusive(
                    key, OWNERS.incrementAndGet(), lease, System.nanoTime() + MILLISECONDS.toNanos(wait)));
        }

        Answer answer(String key, long wait) throws Exception {
            return ask(key, wait).answer().get(60, SECONDS);
        }
    }
}
