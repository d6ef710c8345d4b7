package io.lockgraft.store.redis.client;

import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.script.ScriptArguments;
import io.lockgraft.store.redis.script.Scripts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.redisson.api.RScript;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.codec.StringCodec;
import org.redisson.command.CommandAsyncExecutor;
import org.redisson.connection.MasterSlaveEntry;

/** Runs a script on the server of its keys: by its hash, and by its text where that server does not know the hash. */
final class ScriptRunner {
    private final Client client;
    private final Supplier<Wire> wire;
    private final ScriptArguments columns;

    /** @param wire the client as it is now */
    ScriptRunner(Client client, Supplier<Wire> wire, ScriptArguments columns) {
        this.client = client;
        this.wire = wire;
        this.columns = columns;
    }

    /** Runs a script that ends or renews a lease; {@link Scripts} reads its answer. */
    Call<Long> flags(String lua, List<Object> keys, List<Object> values) {
        return run(true, RScript.ReturnType.LONG, lua, keys, values, Scripts::flags);
    }

    /** @param isUrgent whether it goes before requests that take a lock */
    <T> Call<T> run(
            boolean isUrgent,
            RScript.ReturnType type,
            String lua,
            List<Object> keys,
            List<Object> values,
            Function<Object, T> reading) {
        return send(
                isUrgent,
                keys.get(0).toString(),
                by -> byHashOrText(by, type, lua, keys, values).thenApply(reading));
    }

    /** Runs a script without a key. */
    Call<Long> nothing() {
        String route = "lockgraft";
        return send(
                true,
                route,
                by -> by.evalWriteAsync(
                        route,
                        StringCodec.INSTANCE,
                        RScript.ReturnType.LONG.getCommand(),
                        Scripts.nothing(),
                        Collections.emptyList()));
    }

    private <T> Call<T> send(boolean isUrgent, String key, Function<CommandAsyncExecutor, CompletionStage<T>> request) {
        Wire by = wire.get();
        MasterSlaveEntry entry = by.entryOf(key);
        if (entry == null) {
            return new Call<T>(client, null).follow(request.apply(by.executor()));
        }
        return new Call<T>(client, entry.getClient())
                .enter(by.bulkhead(entry), isUrgent, () -> request.apply(by.executor()));
    }

    /** Redisson loads a script once. A server may forget it later (SCRIPT FLUSH), and then gets its text. */
    private CompletionStage<?> byHashOrText(
            CommandAsyncExecutor by, RScript.ReturnType type, String lua, List<Object> keys, List<Object> values) {
        CompletableFuture<Object> last = new CompletableFuture<>();
        byHash(by, type, lua, keys, values).whenComplete((value, error) -> {
            if (error == null) {
                last.complete(value);
            } else if (Failure.of(error).cause() instanceof RedisNoScriptException) {
                byText(by, type, lua, keys, values, last);
            } else {
                last.completeExceptionally(error);
            }
        });
        return last;
    }

    private void byText(
            CommandAsyncExecutor by,
            RScript.ReturnType type,
            String lua,
            List<Object> keys,
            List<Object> values,
            CompletableFuture<Object> last) {
        try {
            by.writeAsync(columns.route(keys), StringCodec.INSTANCE, type.getCommand(), whole(lua, keys, values))
                    .whenComplete((value, error) -> {
                        if (error == null) {
                            last.complete(value);
                        } else {
                            last.completeExceptionally(error);
                        }
                    });
        } catch (RuntimeException | Error e) {
            last.completeExceptionally(e);
        }
    }

    /** What EVAL is called with. */
    static Object[] whole(String lua, List<Object> keys, List<Object> values) {
        List<Object> arguments = new ArrayList<>(2 + keys.size() + values.size());
        arguments.add(lua);
        arguments.add(keys.size());
        arguments.addAll(keys);
        arguments.addAll(values);
        return arguments.toArray();
    }

    /** Redisson's script object would put the name mapper's prefix in front of the hash tags. */
    CompletionStage<?> byHash(
            CommandAsyncExecutor by, RScript.ReturnType type, String lua, List<Object> keys, List<Object> values) {
        return by.evalWriteAsync(
                columns.route(keys), StringCodec.INSTANCE, type.getCommand(), lua, keys, values.toArray());
    }
}
