package io.lockgraft.store.redis.client;

import io.lockgraft.store.redis.failure.Failure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.redisson.api.BatchOptions;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.codec.StringCodec;
import org.redisson.command.CommandAsyncExecutor;
import org.redisson.command.CommandBatchService;
import org.redisson.connection.MasterSlaveEntry;

/** Runs a script on the server of its keys: by its hash, and by its text where that server does not know the hash. */
final class ScriptRunner {
    /** What gives something back, or renews it, is always sent. */
    private static final long EVER = Long.MAX_VALUE / 2;

    private final Client client;

    ScriptRunner(Client client) {
        this.client = client;
    }

    /** One that goes before requests that take a lock. */
    <T> Call<T> run(Script<T> script) {
        return run(true, System.nanoTime() + EVER, script);
    }

    /** One that takes a lock, and is not sent after its last answer, by System.nanoTime. */
    <T> Call<T> run(long lastAnswer, Script<T> script) {
        return run(false, lastAnswer, script);
    }

    private <T> Call<T> run(boolean isUrgent, long lastAnswer, Script<T> script) {
        Wire by = client.wire();
        MasterSlaveEntry entry = by.entryOf(script.route);
        Call<T> call = new Call<>(client, Wire.server(entry));
        Runnable sending = () -> send(call, by.executor, script, () -> byText(call, by.executor, script));
        enter(call, by, entry, isUrgent, lastAnswer, sending);
        return call;
    }

    /**
     * One answer for each script. All of one server share one round trip and no others, because a batch fails as a
     * whole where one of its servers is gone.
     */
    <T> List<CompletableFuture<T>> runTogether(List<Script<T>> scripts) {
        Wire by = client.wire();
        List<CompletableFuture<T>> answers = new ArrayList<>(scripts.size());
        Map<MasterSlaveEntry, Map<Call<T>, Script<T>>> servers = new HashMap<>();
        for (Script<T> script : scripts) {
            MasterSlaveEntry entry = by.entryOf(script.route);
            Call<T> call = new Call<>(client, Wire.server(entry));
            answers.add(call);
            servers.computeIfAbsent(entry, server -> new LinkedHashMap<>()).put(call, script);
        }
        servers.forEach((entry, calls) -> batch(by, entry, calls));
        return answers;
    }

    private <T> void batch(Wire by, MasterSlaveEntry entry, Map<Call<T>, Script<T>> calls) {
        Call<Object> whole = new Call<>(client, Wire.server(entry));
        whole.whenComplete((done, error) -> {
            // What the server has answered, it has answered to each.
            if (error != null && !Failure.of(error).isAnswer()) {
                calls.keySet().forEach(call -> call.fail(error));
            }
        });
        Runnable sending = () -> {
            CommandBatchService batch = by.redisson
                    .getCommandExecutor()
                    .createCommandBatchService(BatchOptions.defaults().retryAttempts(0));
            calls.forEach((call, script) -> send(call, batch, script, () -> alone(call, script)));
            whole.follow(batch.executeAsync(), done -> done);
        };
        try {
            enter(whole, by, entry, true, System.nanoTime() + EVER, sending);
        } catch (RuntimeException | LinkageError e) { // the other servers have their say
            calls.keySet().forEach(call -> call.fail(e));
        }
    }

    /** @param entry null where no server is known for it: Redisson says so */
    private static void enter(
            Call<?> call, Wire by, MasterSlaveEntry entry, boolean isUrgent, long lastAnswer, Runnable sending) {
        if (entry == null) {
            sending.run();
        } else {
            call.enter(by.bulkhead(entry), isUrgent, lastAnswer, sending);
        }
    }

    /**
     * Redisson's script object would put the name mapper's prefix in front of the hash tags.
     *
     * @param unknown goes on where the server does not know the script
     */
    private <T> void send(Call<T> call, CommandAsyncExecutor by, Script<T> script, Runnable unknown) {
        CompletionStage<Object> answer = by.evalWriteAsync(
                script.route,
                StringCodec.INSTANCE,
                script.type.getCommand(),
                script.lua,
                script.keys,
                script.values.toArray());
        client.track(call);
        answer.whenComplete((value, error) -> {
            if (error == null || !(Failure.of(error).cause() instanceof RedisNoScriptException)) {
                call.end(value, error, script.reading);
                return;
            }
            try {
                unknown.run();
            } catch (RuntimeException | LinkageError e) {
                call.fail(e);
            }
        });
    }

    /** Redisson loads a script once. A server may forget it later (SCRIPT FLUSH), and then gets its text. */
    private static <T> void byText(Call<T> call, CommandAsyncExecutor by, Script<T> script) {
        CompletionStage<Object> answer =
                by.writeAsync(script.route, StringCodec.INSTANCE, script.type.getCommand(), script.whole());
        answer.whenComplete((value, error) -> call.end(value, error, script.reading));
    }

    /** Redisson loads a script again for a single command but not for a batch: all renewals would go on failing. */
    private <T> void alone(Call<T> call, Script<T> script) {
        Wire by = client.wire();
        Runnable sending = () -> byText(call, by.executor, script);
        enter(call, by, by.entryOf(script.route), true, System.nanoTime() + EVER, sending);
    }
}
