package io.lockgraft.store.compound;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.store.compound.ahead.AheadStore;
import io.lockgraft.store.compound.all.AllStore;
import io.lockgraft.store.compound.all.Part;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The JVM ends while calls wait at a compound. */
@Timeout(120)
final class EndedWaitsTest {
    private final List<FaultyServer> servers = Arrays.asList(server("a"), server("b"), server("c"));
    private final List<FaultyStore> ways =
            servers.stream().map(FaultyStore::new).toList();

    /** The compounds take the servers in the order of these ids. */
    private static FaultyServer server(String id) {
        FaultyServer server = new FaultyServer();
        server.entry("test", "", new MemberEntry(id, 0, 0, new ArrayList<>()).text);
        return server;
    }

    static Stream<Named<Function<List<FaultyStore>, LockStore>>> compounds() {
        return Stream.of(
                Named.of("most", EndedWaitsTest::most),
                Named.of("all", EndedWaitsTest::all),
                Named.of("ahead", EndedWaitsTest::ahead));
    }

    private static LockStore most(List<FaultyStore> ways) {
        return new MajorityStore(new TestContext(), ways);
    }

    private static LockStore all(List<FaultyStore> ways) {
        List<Part> parts = new ArrayList<>();
        ways.forEach(way -> parts.add(new Part(way, FaultyStore.CAPABILITIES, "part " + ways.indexOf(way))));
        return new AllStore(new TestContext(), parts);
    }

    private static LockStore ahead(List<FaultyStore> ways) {
        return new AheadStore(new TestContext(), ways.get(0), true, ways.get(1));
    }

    @ParameterizedTest
    @MethodSource("compounds")
    @Shows("the JVM ends in order while calls wait")
    @FailsWithout("`OpenAttempt#conclude` gives no answer to a wait that the end of the JVM has ended")
    void aWaitThatEndsWithTheJvmHasNoAnswerAndTakesNothing(Function<List<FaultyStore>, LockStore> compound)
            throws Exception {
        List<FaultyStore> strangers = servers.stream().map(FaultyStore::new).toList();
        try (LockStore store = compound.apply(ways)) {
            List<Grant> theirs = new ArrayList<>();
            for (FaultyStore stranger : strangers) {
                theirs.add(
                        stranger.acquire(request(1)).answer().get(20, SECONDS).grant());
            }
            Attempt waiting = store.acquire(request(2));
            await().until(waiting::isContended);

            store.endWaiting().get(20, SECONDS);
            Attempt late = store.acquire(request(3));
            for (Grant each : theirs) {
                each.release().get(20, SECONDS);
            }

            await().during(Duration.ofMillis(300))
                    .until(() -> servers.stream().noneMatch(server -> server.isHeld("k")));
            assertThat(waiting.answer()).as("an answer to what waited").isNotDone();
            assertThat(late.answer()).as("an answer to what came later").isNotDone();
        } finally {
            strangers.forEach(FaultyStore::close);
        }
    }

    @ParameterizedTest
    @MethodSource("compounds")
    @Shows("the JVM ends in order while calls wait")
    @FailsWithout("`AllStore#endWaiting`, `AheadStore#endWaiting` and `MajorityStore#endWaiting` wait for what is given"
            + " back")
    void theEndIsOverWhenWhatAWaitHasTakenIsGivenBack(Function<List<FaultyStore>, LockStore> compound)
            throws Exception {
        List<FaultyStore> strangers =
                servers.subList(1, 3).stream().map(FaultyStore::new).toList();
        try (LockStore store = compound.apply(ways)) {
            store.load().get(20, SECONDS);
            for (FaultyStore stranger : strangers) {
                assertThat(stranger.acquire(request(1))
                                .answer()
                                .get(20, SECONDS)
                                .grant())
                        .isNotNull();
            }
            Attempt waiting = store.acquire(request(2));
            await().until(() -> waiting.isContended() && servers.get(0).isHeld("k"));
            ways.get(0).delay = 100;

            store.endWaiting().get(20, SECONDS);

            assertThat(servers.get(0).isHeld("k")).isFalse();
        } finally {
            strangers.forEach(FaultyStore::close);
        }
    }

    private static Request request(long owner) {
        return Requests.exclusive("k", owner, 30_000, System.nanoTime() + SECONDS.toNanos(60));
    }
}
