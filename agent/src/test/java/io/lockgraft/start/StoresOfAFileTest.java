package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.manage.ThisJvm;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.read.Reads;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Requests;
import java.io.File;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores of one file, of kinds that differ and members of each other, opened as the agent opens them. */
final class StoresOfAFileTest {
    private static final AtomicLong OWNERS = new AtomicLong();

    @TempDir
    private File old;

    @TempDir
    private File next;

    private final Map<String, LockStore> here = new LinkedHashMap<>();
    private final Map<String, LockStore> there = new LinkedHashMap<>();

    @BeforeEach
    void open() {
        Rules rules = Reads.with().rules("""
                stores:
                  moving: {all: [behind, new]}
                  behind: {ahead: local, decide: old}
                  local: {memory: {}}
                  old: {file: {folder: '%s'}}
                  new: {file: {folder: '%s'}}
                defaults: {store: moving}
                rules: [{method: com.shop.Pay.pay, key: PAY}]
                """.formatted(old, next));
        for (Map<String, LockStore> jvm : List.of(here, there)) {
            OpenContext context =
                    new OpenContext(ThisJvm::get, "shop", null, rules.stores().values());
            rules.stores().forEach((name, store) -> jvm.put(name, context.open(store)));
        }
    }

    @AfterEach
    void close() {
        here.values().forEach(LockStore::close);
        there.values().forEach(LockStore::close);
    }

    private static Answer ask(LockStore store) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        return store.acquire(Requests.exclusive("k", OWNERS.incrementAndGet(), 30_000, deadline)
                        .once())
                .answer()
                .get(30, TimeUnit.SECONDS);
    }

    @Test
    void whatACompoundHoldsEachOfItsMembersHolds() throws Exception {
        Grant grant = ask(here.get("moving")).grant();

        assertThat(grant).isNotNull();
        for (String member : new String[] {"moving", "behind", "old", "new"}) {
            assertThat(ask(there.get(member)).isBusy()).as(member).isTrue();
        }
        assertThat(ask(here.get("local")).isBusy()).as("of the same JVM").isTrue();
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        for (String member : here.keySet()) {
            Grant own = ask(here.get(member)).grant();
            assertThat(own).as(member).isNotNull();
            own.release().get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void aMemberThatIsHeldKeepsItsCompoundsOut() throws Exception {
        Grant grant = ask(there.get("old")).grant();

        assertThat(ask(here.get("moving")).isBusy()).isTrue();
        assertThat(ask(here.get("behind")).isBusy()).isTrue();
        Grant other = ask(here.get("new")).grant();
        assertThat(other).as("no member of that").isNotNull();
        other.release().get(30, TimeUnit.SECONDS);
        grant.release().get(30, TimeUnit.SECONDS);
    }

    @Test
    void aCompoundThatIsClosedClosesNoMemberThatOthersUse() throws Exception {
        here.get("moving").close();
        here.get("behind").close();

        Grant grant = ask(here.get("old")).grant();

        assertThat(grant).isNotNull();
        assertThat(Renewals.isHeld(grant.release())).isTrue();
    }
}
