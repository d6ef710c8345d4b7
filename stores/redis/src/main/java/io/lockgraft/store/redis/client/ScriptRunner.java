package io.lockgraft.store.redis.client;

import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.script.ScriptArguments;
import io.lockgraft.store.redis.script.Scripts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
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
        return send(isUrgent, keys.get(0).toString(), (call, by) -> {
            CompletionStage<Object> answer = byHash(by, type, lua, keys, values);
            client.track(call);
            answer.whenComplete((value, error) -> {
                if (error != null && Failure.of(error).cause() instanceof RedisNoScriptException) {
                    byText(call, by, type, lua, keys, values, reading);
                } else {
                    call.end(value, error, reading);
                }
            });
        });
    }

    /** Redisson loads a script once. A server may forget it later (SCRIPT FLUSH), and then gets its text. */
    private <T> void byText(
            Call<T> call,
            CommandAsyncExecutor by,
            RScript.ReturnType type,
            String lua,
            List<Object> keys,
            List<Object> values,
            Function<Object, T> reading) {
        try {
            by.writeAsync(columns.route(keys), StringCodec.INSTANCE, type.getCommand(), whole(lua, keys, values))
                    .whenComplete((value, error) -> call.end(value, error, reading));
        } catch (RuntimeException | Error e) {
            call.fail(e);
        }
    }

    /** Runs a script without a key. */
    Call<Long> nothing() {
        String route = "lockgraft";
        return send(
                true,
                route,
                (call, by) -> call.follow(by.evalWriteAsync(
                        route,
                        StringCodec.INSTANCE,
                        RScript.ReturnType.LONG.getCommand(),
                        Scripts.nothing(),
                        Collections.emptyList())));
    }

    private <T> Call<T> send(boolean isUrgent, String key, BiConsumer<Call<T>, CommandAsyncExecutor> sending) {
        Wire by = wire.get();
        MasterSlaveEntry entry = by.entryOf(key);
        Call<T> call = new Call<>(client, entry == null ? null : entry.getClient());
        Supplier<Call<T>> sent = () -> {
            sending.accept(call, by.executor());
            return call;
        };
        return entry == null ? sent.get() : call.enter(by.bulkhead(entry), isUrgent, sent);
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
    CompletionStage<Object> byHash(
            CommandAsyncExecutor by, RScript.ReturnType type, String lua, List<Object> keys, List<Object> values) {
        return by.evalWriteAsync(
                columns.route(keys), StringCodec.INSTANCE, type.getCommand(), lua, keys, values.toArray());
    }
}
