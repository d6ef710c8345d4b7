package io.lockgraft.benchmarks.contender.byhand;

import com.example.bench.Order;
import com.example.bench.Shop;
import io.lockgraft.benchmarks.contender.Call;
import io.lockgraft.benchmarks.contender.Contender;
import io.lockgraft.benchmarks.contender.Operation;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** {@code FileChannel.lock} on a file for each key. It is the process's: threads need a lock of their own before it. */
public final class FileChannelLock implements Contender {
    private final Shop shop;
    private final Path folder;
    private final ConcurrentMap<Long, Lock> threads = new ConcurrentHashMap<>();

    public FileChannelLock(Shop shop, Path folder) throws IOException {
        this.shop = shop;
        this.folder = Files.createDirectories(folder);
    }

    @Override
    public Call call(Operation operation) {
        return operation == Operation.PAY ? this::pay : null;
    }

    private void pay(Order order) throws IOException {
        Lock lock = threads.computeIfAbsent(order.getNumber(), any -> new ReentrantLock());
        lock.lock();
        try (FileChannel file = FileChannel.open(
                folder.resolve("pay-" + order.getNumber()), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock(file);
            shop.pay(order); // closing the file unlocks it
        } finally {
            lock.unlock();
        }
    }

    /** The kernel knows processes: two that wait for a file of each other, by two threads each, are no deadlock. */
    private static void lock(FileChannel file) throws IOException {
        while (true) {
            try {
                file.lock();
                return;
            } catch (IOException e) {
                if (!String.valueOf(e.getMessage()).equals("Resource deadlock avoided")) {
                    throw e;
                }
            }
        }
    }
}
