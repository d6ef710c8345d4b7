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
    private final List<FaultyServer> servers =
            Arrays.asList(new FaultyServer(), new FaultyServer(), new FaultyServer());

    static Stream<Named<Function<List<FaultyServer>, LockStore>>> compounds() {
        return Stream.of(
                Named.of("most", EndedWaitsTest::most),
                Named.of("all", EndedWaitsTest::all),
                Named.of("ahead", EndedWaitsTest::ahead));
    }

    private static LockStore most(List<FaultyServer> servers) {
        List<LockStore> members = new ArrayList<>();
        servers.forEach(server -> members.add(new FaultyStore(server)));
        return new MajorityStore(new TestContext(), members);
    }

    private static LockStore all(List<FaultyServer> servers) {
        List<Part> parts = new ArrayList<>();
        servers.forEach(server -> parts.add(
                new Part(new FaultyStore(server), FaultyStore.CAPABILITIES, "part " + servers.indexOf(server))));
        return new AllStore(new TestContext(), parts);
    }

    private static LockStore ahead(List<FaultyServer> servers) {
        return new AheadStore(
                new TestContext(), new FaultyStore(servers.get(0)), true, new FaultyStore(servers.get(1)));
    }

    @ParameterizedTest
    @MethodSource("compounds")
    @Shows("the JVM ends in order while calls wait")
    @FailsWithout("`OpenAttempt#conclude` gives no answer to a wait that the end of the JVM has ended")
    void aWaitThatEndsWithTheJvmHasNoAnswerAndTakesNothing(Function<List<FaultyServer>, LockStore> compound)
            throws Exception {
        List<FaultyStore> strangers = servers.stream().map(FaultyStore::new).toList();
        try (LockStore store = compound.apply(servers)) {
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

    private static Request request(long owner) {
        return Requests.exclusive("k", owner, 30_000, System.nanoTime() + SECONDS.toNanos(60));
    }
}
