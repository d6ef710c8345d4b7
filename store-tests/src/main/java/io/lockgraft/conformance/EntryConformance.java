package io.lockgraft.conformance;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The entries by which a compound recognises its members. */
abstract class EntryConformance extends DeathConformance {
    @Test
    void aStoreMakesNoEntryByItself() throws Exception {
        assumeIdentity();
        release(granted(here.acquire(request(kinds().iterator().next(), key, longLease, AMPLE))));

        assertThat(told(there.entry(key)).text()).isEmpty();
    }

    @Test
    void anEntryIsReplacedOnlyWhereItIsWhatTheCallerKnows() throws Exception {
        assumeIdentity();

        assertThat(told(here.replaceEntry(key, "", "one")).text()).isEqualTo("one");
        assertThat(told(there.replaceEntry(key, "", "two")).text())
                .as("there is one")
                .isEqualTo("one");
        assertThat(told(there.replaceEntry(key, "one", "two")).text()).isEqualTo("two");
        assertThat(told(here.replaceEntry(key, "one", "three")).text())
                .as("it is another")
                .isEqualTo("two");
        assertThat(told(here.entry(key)).text()).isEqualTo("two");
    }

    @Test
    void ofManyThatMakeAnEntryOneDoes() throws Exception {
        assumeIdentity();
        List<CompletableFuture<StoreEntry>> made = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            LockStore store = i % 2 == 0 ? here : there;
            made.add(store.replaceEntry(key, "", "entry " + i));
        }

        String first = told(made.get(0)).text();
        assertThat(first).startsWith("entry ");
        for (CompletableFuture<StoreEntry> each : made) {
            assertThat(told(each).text()).isEqualTo(first);
        }
    }

    @Test
    void eachNamespaceHasAnEntryOfItsOwn() throws Exception {
        assumeIdentity();
        told(here.replaceEntry(key, "", "one"));

        assertThat(told(here.entry(key + "-other")).text()).isEmpty();
        assertThat(told(here.replaceEntry(key + "-other", "", "two")).text()).isEqualTo("two");
        assertThat(told(here.entry(key)).text()).isEqualTo("one");
    }

    @Test
    void theClockOfAnEntryIsTheStoresAndGoesOn() throws Exception {
        assumeIdentity();
        long first = told(here.entry(key)).millis();

        await().until(() -> told(there.entry(key)).millis() > first);
        assertThat(told(here.replaceEntry(key, "", "one")).millis()).isGreaterThan(first);
    }

    /** In the step that grants, or not at all. */
    @Test
    void aGrantTellsTheEntryThatItsRequestNames() throws Exception {
        assumeIdentity();
        for (LockKind kind : kinds()) {
            String name = key + kind.word();
            Request request = request(kind, name, longLease, AMPLE).withEntryOf(name);

            Grant without = granted(here.acquire(request));
            assertThat(without.entry() == null || without.entry().text().isEmpty())
                    .as("%s: %s", kind, without.entry())
                    .isTrue();
            release(without);
            told(there.replaceEntry(name, "", "one"));
            Grant with =
                    granted(here.acquire(request(kind, name, longLease, AMPLE).withEntryOf(name)));

            assertThat(with.entry() == null || with.entry().text().equals("one"))
                    .as("%s: %s", kind, with.entry())
                    .isTrue();
            release(with);
        }
    }

    private void assumeIdentity() {
        assumeTrue(capabilities().can(Capability.ENTRIES), "this store keeps no entries");
    }

    private static StoreEntry told(CompletableFuture<StoreEntry> answer) throws Exception {
        return answer.get(10, SECONDS);
    }
}
