package io.lockgraft.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.rules.read.Reads;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.testing.server.TcpProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers of several kinds are a backend together. */
@Tag("mixed")
abstract class MixedConformance extends StoreConformance {
    private final List<MixedMember> members;

    /** From both JVMs to each of the members. */
    final List<TcpProxy> ways;

    /** @param members these are one backend, in the order in which the rules name them */
    MixedConformance(List<MixedMember> members) {
        this.members = members;
        this.ways = members.stream().map(member -> new TcpProxy(member.port())).collect(Collectors.toList());
    }

    static void close(List<MixedMember> members) throws Exception {
        for (MixedMember member : members) {
            member.close();
        }
        members.clear();
    }

    @AfterEach
    void hangUp() {
        ways.forEach(TcpProxy::close);
    }

    /** @param stores what the rules say of each member */
    abstract String store(List<String> stores);

    /** Of a member whose leases are those of a session. */
    int sessionSeconds() {
        return 60;
    }

    private String rules() {
        List<String> stores = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            stores.add(members.get(i).store(ways.get(i).port(), sessionSeconds()));
        }
        return store(stores) + "rules: [{method: com.shop.PayService.pay(PayDto), key: A}]\n";
    }

    @Override
    protected final Capabilities capabilities() {
        return Reads.with().rules(rules()).stores().get("").capabilities();
    }

    @Override
    protected final Opening opening() {
        String rules = rules();
        return context -> Reads.with().rules(rules).stores().get("").open(context);
    }

    @Test
    void aGrantedKeyIsHeldByEachMember() throws Exception {
        granted(here, 20_000);

        awaitEverywhere(key);
        assertThat(holding(key)).isEqualTo(members.size());
    }

    /** By several members, or by one for longer than a release needs from the first member to the last. */
    @Override
    protected final boolean isHeld(String key) throws Exception {
        long begin = System.nanoTime();
        int holding = holding(key);
        while (holding == 1 && System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(500)) {
            Thread.sleep(5);
            holding = holding(key);
        }
        return holding > 0;
    }

    private int holding(String key) throws Exception {
        int holding = 0;
        for (MixedMember member : members) {
            holding += member.isHeld(key) ? 1 : 0;
        }
        return holding;
    }

    @Override
    protected final Set<String> leftOf(List<String> keys) throws Exception {
        Set<String> left = new TreeSet<>();
        for (MixedMember member : members) {
            left.addAll(member.left(keys));
        }
        return left;
    }

    @Override
    protected final void delete(String key) throws Exception {
        awaitEverywhere(key);
        for (MixedMember member : members) {
            member.delete(key);
        }
    }

    @Override
    protected final void awaitEverywhere(String key) throws Exception {
        for (int i = 0; i < 100 && holding(key) < members.size(); i++) {
            Thread.sleep(5);
        }
    }

    @Override
    protected void freeze() {
        ways.forEach(TcpProxy::cut);
    }

    @Override
    protected final void thaw() {
        ways.forEach(TcpProxy::deliver);
    }

    /** One for all connections to PostgreSQL; the driver cleans up behind those that nobody has closed. */
    @Override
    protected final boolean isOfADriver(String thread) {
        return thread.equals("daemon Cleaner-0");
    }
}
