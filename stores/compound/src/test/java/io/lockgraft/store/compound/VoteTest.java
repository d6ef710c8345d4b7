package io.lockgraft.store.compound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.Requests;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class VoteTest {
    private static final long LEASE = 30_000;

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private final FaultyServer store = new FaultyServer();
    private final FaultyStore backend = new FaultyStore(store);
    private final Member member = new Member(backend, 0, "server 1");
    private final Membership membership = new Membership("test", new Member[] {member});

    @BeforeEach
    void knowTheMember() {
        membership.ready(member, LEASE).join();
    }

    @AfterEach
    void close() {
        backend.close();
    }

    private Vote vote(long owner) {
        return new Vote(membership, member, Requests.exclusive("k", owner, LEASE, System.nanoTime()), false, false);
    }

    /** One thread is about to ask while another finds that the others' answers have decided. */
    @Test
    @FailsWithout("`Vote#ask` asks nothing after it was given back")
    void oneThatIsGivenBackBeforeItIsAskedKeepsNobodyWaiting() throws Exception {
        Vote late = vote(1);
        late.giveBack();

        late.ask(vote -> {});

        assertThat(member.returning(late.request.keys())).isDone();
        assertThat(backend.acquires).hasValue(0);
        CompletableFuture<Vote> answered = new CompletableFuture<>();
        vote(2).ask(answered::complete);
        assertThat(answered.get(10, TimeUnit.SECONDS).grant()).isNotNull();
    }

    @Test
    @FailsWithout("`Vote#ask` counts no question that was given back before it was asked")
    void oneThatIsGivenBackBeforeItIsAskedDoesNotMakeItsServerLookSilent() {
        Vote late = vote(1);
        late.giveBack();

        late.ask(vote -> {});

        long later = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        assertThat(member.patience(later)).as("0 where an answer is overdue").isPositive();
    }

    /** A short call has its majority, and is over, before a connection to this server has failed. */
    @Test
    @FailsWithout("`Membership#ready` tells of a member that refuses, whether or not a question still waits for it")
    @Shows("a member refuses the password, or has a certificate that is not trusted")
    void aServerThatRefusesAfterTheOnlyQuestionWasGivenBackIsToldOf() {
        CompletableFuture<StoreEntry> entry = new CompletableFuture<>();
        FaultyStore refusing = new FaultyStore(store) {
            @Override
            public CompletableFuture<StoreEntry> replaceEntry(String namespace, String before, String after) {
                return entry;
            }
        };
        Member other = new Member(refusing, 0, "server 7");
        Request request = Requests.exclusive("k", 1, LEASE, System.nanoTime());
        Vote only = new Vote(new Membership("test", new Member[] {other}), other, request, false, false);
        only.ask(vote -> {});
        only.giveBack();

        entry.completeExceptionally(new Answer.Refusal("WRONGPASS", null));

        assertThat(log.toString())
                .contains("server 7 has no say in locks, and the others decide without it")
                .contains("WRONGPASS");
        assertThat(refusing.acquires).hasValue(0);
        refusing.close();
    }

    @Test
    @FailsWithout("`Vote#send` counts a lease from when its store says")
    void theLeaseOfASessionCountsFromItsLastProofAlsoWhereTheQuestionWasLater() throws Exception {
        backend.age = TimeUnit.SECONDS.toNanos(5);
        CompletableFuture<Vote> answered = new CompletableFuture<>();

        vote(1).ask(answered::complete);

        Vote vote = answered.get(10, TimeUnit.SECONDS);
        assertThat(vote.since()).isEqualTo(vote.grant().sentAt());
        assertThat(System.nanoTime() - vote.since()).isGreaterThanOrEqualTo(backend.age);
    }

    @Test
    @FailsWithout("`Vote#ask` waits for what was given back since the vote was made")
    void whatIsGivenBackBeforeAVoteIsAskedLeavesFirst() {
        backend.patience = 10_000;
        store.freeze();
        Vote first = vote(1);
        first.ask(vote -> {});
        Vote second = vote(2);
        first.giveBack();

        second.ask(vote -> {});

        assertThat(backend.acquires).as("the first one's only").hasValue(1);
        store.thaw();
        await().until(() -> backend.acquires.get() == 2);
    }
}
