package io.lockgraft.benchmarks.contender.byhand;

import com.example.bench.Order;
import com.example.bench.Shop;
import io.lockgraft.benchmarks.contender.Call;
import io.lockgraft.benchmarks.contender.Contender;
import io.lockgraft.benchmarks.contender.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessMultiLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;

/** Curator's recipes on ZooKeeper, by hand. They are fair among all JVMs. */
public final class CuratorMutex implements Contender {
    private final Shop shop;
    private final CuratorFramework curator;

    public CuratorMutex(Shop shop, CuratorFramework curator) {
        this.shop = shop;
        this.curator = curator;
    }

    @Override
    public Call call(Operation operation) {
        return switch (operation) {
            case PAY -> this::pay;
            case TAKE -> this::take;
            case LOOK -> this::look;
            case CHANGE -> this::change;
        };
    }

    private void pay(Order order) throws Exception {
        InterProcessMutex mutex = new InterProcessMutex(curator, "/pay/" + order.getNumber());
        mutex.acquire();
        try {
            shop.pay(order);
        } finally {
            mutex.release();
        }
    }

    private void take(Order order) throws Exception {
        List<String> names = new ArrayList<>(order.getLines());
        Collections.sort(names);
        names.replaceAll(name -> "/stock/" + name);
        InterProcessMultiLock locks = new InterProcessMultiLock(curator, names);
        locks.acquire();
        try {
            shop.take(order);
        } finally {
            locks.release();
        }
    }

    private void look(Order order) throws Exception {
        InterProcessMutex mutex = new InterProcessReadWriteLock(curator, "/book/" + order.getNumber()).readLock();
        mutex.acquire();
        try {
            shop.look(order);
        } finally {
            mutex.release();
        }
    }

    private void change(Order order) throws Exception {
        InterProcessMutex mutex = new InterProcessReadWriteLock(curator, "/book/" + order.getNumber()).writeLock();
        mutex.acquire();
        try {
            shop.change(order);
        } finally {
            mutex.release();
        }
    }
}
