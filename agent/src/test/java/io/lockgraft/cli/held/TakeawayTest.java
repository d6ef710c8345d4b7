package io.lockgraft.cli.held;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.cli.connect.OpenStore;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.read.RulesFile;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.store.BundledStores;
import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.store.memory.MemoryStore;
import io.lockgraft.store.memory.ProcessExclusion;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.ForwardingStore;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a key whose store fails while the key is taken away. */
@Timeout(60)
@FailsWithout("`Takeaway#take` asks a store that failed who holds the key")
final class TakeawayTest {
    private static final String KEY = "shop:PAY:1";

    @TempDir
    Path folder;

    private final LockStore store = new MemoryStore(new TestContext(), new LocalKeys(new ProcessExclusion()));
    private final List<String> told = new ArrayList<>();

    /** True: the store takes the key away before it fails. */
    private boolean takes;

    /** True: from its failure on the store answers nothing. */
    private boolean breaks;

    private boolean isBroken;

    @AfterEach
    void close() {
        store.close();
    }

    /** The store of this test, whose {@code unlock} fails. */
    private final class Failing extends ForwardingStore {
        Failing() {
            super(store);
        }

        @Override
        public CompletableFuture<List<StoredLock>> locks(String key) {
            return isBroken ? failed("the server is gone for opensesame42") : store.locks(key);
        }

        @Override
        public CompletableFuture<Boolean> unlock(String key, String owner) {
            isBroken = breaks;
            return takes
                    ? store.unlock(key, owner).thenCompose(had -> failed("the lease was not revoked"))
                    : failed("the lease was not revoked");
        }
    }

    private static <T> CompletableFuture<T> failed(String why) {
        CompletableFuture<T> failed = new CompletableFuture<>();
        failed.completeExceptionally(new IllegalStateException(why));
        return failed;
    }

    private final class Configuration implements StoreConfiguration {
        @Override
        public List<String> secrets() {
            return Collections.singletonList("opensesame42");
        }

        @Override
        public Capabilities capabilities() {
            return Capabilities.of(Reach.NETWORK).with(Capability.LOCKS, Capability.UNLOCK);
        }

        @Override
        public LockStore open(StoreContext context) {
            return new Failing();
        }

        @Override
        public String toString() {
            return "a store that fails";
        }
    }

    private String hold() throws Exception {
        Grant grant = store.acquire(Requests.exclusive(KEY, 1, 60_000, System.nanoTime()))
                .answer()
                .get(10, SECONDS)
                .grant();
        return grant.request().owner().text();
    }

    private List<OpenStore> stores() {
        return Collections.singletonList(new OpenStore("", new Configuration(), new TestContext()));
    }

    private void take(String owner) throws Exception {
        new Takeaway("rules.yaml", KEY, owner).find(stores()).take(told::add);
    }

    @Test
    void aKeyThatIsGoneBehindTheFailureWasTakenAway() throws Exception {
        takes = true;

        take(hold());

        assertThat(told).containsExactly("store (a store that fails): the lease was not revoked");
        assertThat(store.locks(KEY).get(10, SECONDS)).isEmpty();
    }

    @Test
    void anOwnerThatStillHasItIsTold() throws Exception {
        String owner = hold();

        assertThatThrownBy(() -> take(owner))
                .isInstanceOf(NotTakenException.class)
                .hasMessage("store (a store that fails): the lease was not revoked\n" + owner + " still has " + KEY
                        + ", or a part of it: give this command again");
        assertThat(told).isEmpty();
    }

    @Test
    @FailsWithout("`LocksReport#print` masks what was told as a secret")
    void aFailureIsToldWithoutASecret() throws Exception {
        isBroken = true;
        String text = "memory: {}\nrules: [{method: com.shop.Pay.pay(String), key: 'PAY:{p0}'}]\n";
        File file = Files.writeString(folder.resolve("rules.yaml"), text).toFile();
        Rules rules = RulesFile.read(file, Environment.PROCESS, BundledStores.providers(), null);
        StringWriter err = new StringWriter();

        new LocksReport(rules, false, new PrintWriter(new StringWriter()), new PrintWriter(err)).ofKey(stores(), KEY);

        assertThat(err.toString())
                .isEqualToNormalizingNewlines("store (a store that fails): the server is gone for ***\n");
    }

    @Test
    void aStoreThatAnswersNothingMoreLeavesItOpen() throws Exception {
        takes = true;
        breaks = true;
        String owner = hold();

        assertThatThrownBy(() -> take(owner))
                .isInstanceOf(NotTakenException.class)
                .hasMessage("store (a store that fails): the lease was not revoked\n" + KEY
                        + " may have been taken away from " + owner
                        + ". This tells: java -jar lockgraft.jar locks rules.yaml " + KEY);
    }
}
