package io.lockgraft.benchmarks.contender.byhand;

import com.example.bench.Order;
import com.example.bench.Shop;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.support.Observers;
import io.lockgraft.benchmarks.contender.Call;
import io.lockgraft.benchmarks.contender.Contender;
import io.lockgraft.benchmarks.contender.Operation;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * The lock of etcd's own service, by hand with jetcd. To etcd a lease is one owner, so no two calls have the same one
 * at a time. The leases are kept alive and used again.
 */
public final class JetcdLock implements Contender {
    private static final long LEASE_SECONDS = 30;

    private final Shop shop;
    private final Client client;
    private final Deque<Long> leases = new ConcurrentLinkedDeque<>();

    public JetcdLock(Shop shop, Client client) {
        this.shop = shop;
        this.client = client;
    }

    @Override
    public Call call(Operation operation) {
        return operation == Operation.PAY ? this::pay : null;
    }

    private void pay(Order order) throws Exception {
        Long free = leases.pollFirst();
        long lease = free == null ? newLease() : free;
        ByteSequence name = ByteSequence.from("pay/" + order.getNumber(), StandardCharsets.UTF_8);
        ByteSequence key = client.getLockClient().lock(name, lease).get().getKey();
        try {
            shop.pay(order);
        } finally {
            client.getLockClient().unlock(key).get();
            leases.addFirst(lease);
        }
    }

    private long newLease() throws Exception {
        long lease = client.getLeaseClient().grant(LEASE_SECONDS).get().getID();
        client.getLeaseClient().keepAlive(lease, Observers.observer(renewed -> {}));
        return lease;
    }
}
