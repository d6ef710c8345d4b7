package io.lockgraft.store.redis;

import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.store.redis.client.Client;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.failure.Cure;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.script.Holders;
import io.lockgraft.store.redis.script.Scripts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.redisson.client.protocol.decoder.ListScanResult;
import org.redisson.connection.MasterSlaveEntry;

/** Who holds the keys in Redis, and how one is taken away: for the commands of a person, and for no call. */
final class RedisLocks {
    private static final String FIRST = "0";

    private final Client client;
    private final Executor threads;

    /** @param threads of which one walks through the servers' keys */
    RedisLocks(Client client, Executor threads) {
        this.client = client;
        this.threads = threads;
    }

    CompletableFuture<List<StoredLock>> of(String key) {
        return asked(commands -> of(commands, key));
    }

    private static CompletionStage<List<StoredLock>> of(Commands commands, String key) {
        return commands.holders(key).thenCompose(holders -> {
            List<String> owners = holders.owners();
            return owners.isEmpty()
                    ? CompletableFuture.completedFuture(Collections.emptyList())
                    : commands.told(key, owners).thenApply(told -> {
                        List<StoredLock> all = new ArrayList<>(owners.size());
                        for (int i = 0; i < owners.size(); i++) {
                            all.add(told.lock(key, owners.get(i), i, holders));
                        }
                        return all;
                    });
        });
    }

    /** How many keys the servers have. */
    CompletableFuture<Long> size() {
        return asked(commands -> {
            CompletableFuture<Long> all = CompletableFuture.completedFuture(0L);
            for (MasterSlaveEntry master : commands.masters()) {
                all = all.thenCombine(commands.size(master), Long::sum);
            }
            return all;
        });
    }

    CompletableFuture<?> scan(String beginning, Consumer<StoredLock> each) {
        return asked(commands -> CompletableFuture.runAsync(() -> walk(commands, beginning, each), threads));
    }

    private static void walk(Commands commands, String beginning, Consumer<StoredLock> each) {
        Set<String> seen = new HashSet<>(); // a scan may name a key twice
        for (MasterSlaveEntry master : commands.masters()) {
            String cursor = FIRST;
            do {
                ListScanResult<String> page =
                        commands.scan(master, cursor, beginning).join();
                List<CompletableFuture<List<StoredLock>>> found = new ArrayList<>();
                for (String name : page.getValues()) {
                    String key = commands.columns.keyOf(name);
                    if (key != null && key.startsWith(beginning) && seen.add(key)) {
                        found.add(of(commands, key).toCompletableFuture());
                    }
                }
                found.forEach(locks -> locks.join().forEach(each));
                cursor = String.valueOf(page.getPos());
            } while (!cursor.equals(FIRST));
        }
    }

    /** Its kind of lock is read before, and an owner has one kind for as long as it lives. */
    CompletableFuture<Boolean> unlock(String key, String owner) {
        return asked(commands -> commands.holders(key).thenCompose(holders -> {
            LockKind kind = holders.kind(owner);
            if (kind == null) {
                return CompletableFuture.completedFuture(false);
            }
            Request held = held(key, owner, kind, holders);
            return commands.unlock(held).thenApply(said -> {
                commands.forget(held);
                return Scripts.wasOurs(said);
            });
        }));
    }

    private static Request held(String key, String owner, LockKind kind, Holders holders) {
        long now = System.nanoTime();
        long lease = Math.max(0, holders.left(owner, -1));
        return new Request(kind, 1, Collections.singletonList(key), read(owner), lease, now, now);
    }

    /** An owner of this text, which {@link Holders} has found to be one. */
    private static Owner read(String text) {
        int number = text.lastIndexOf(':');
        String[] parts = text.substring(0, number).split(":");
        Jvm jvm =
                parts.length == 1 ? new Jvm("", "", "", parts[0]).unnamed() : new Jvm(parts[0], parts[1], "", parts[2]);
        return new Owner(jvm, Long.parseLong(text.substring(number + 1)), null, null);
    }

    private <T> CompletableFuture<T> asked(Function<Commands, CompletionStage<T>> question) {
        CompletableFuture<T> told = new CompletableFuture<>();
        client.commands().thenCompose(question).whenComplete((said, error) -> {
            if (error == null) {
                told.complete(said);
            } else {
                told.completeExceptionally(Cure.told(Failure.of(error).thrown()));
            }
        });
        return told;
    }
}
