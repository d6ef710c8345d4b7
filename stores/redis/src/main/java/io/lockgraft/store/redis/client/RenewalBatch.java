package io.lockgraft.store.redis.client;

import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.script.ScriptArguments;
import io.lockgraft.store.redis.script.Scripts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.redisson.api.BatchOptions;
import org.redisson.api.RScript;
import org.redisson.client.RedisNoScriptException;
import org.redisson.command.CommandBatchService;
import org.redisson.connection.MasterSlaveEntry;

/** The leases that one server renews in one round trip. */
final class RenewalBatch {
    private final Client client;
    private final ScriptRunner scripts;
    private final ScriptArguments columns;
    private final MasterSlaveEntry server;
    private final List<Request> requests = new ArrayList<>();
    private final List<Call<Long>> calls = new ArrayList<>();

    /** @param server null where none is known for these keys */
    private RenewalBatch(Client client, ScriptRunner scripts, ScriptArguments columns, MasterSlaveEntry server) {
        this.client = client;
        this.scripts = scripts;
        this.columns = columns;
        this.server = server;
    }

    /** One answer for each request. */
    static List<CompletableFuture<Long>> sendAll(
            Wire by, Client client, ScriptRunner scripts, ScriptArguments columns, List<Request> requests) {
        Map<MasterSlaveEntry, RenewalBatch> batches = new HashMap<>();
        List<CompletableFuture<Long>> answers = new ArrayList<>(requests.size());
        for (Request request : requests) {
            String key = columns.keys(request, false, false, false).get(0).toString();
            answers.add(batches.computeIfAbsent(
                            by.entryOf(key), server -> new RenewalBatch(client, scripts, columns, server))
                    .add(request));
        }
        for (RenewalBatch batch : batches.values()) {
            batch.send(by);
        }
        return answers;
    }

    private CompletableFuture<Long> add(Request request) {
        Call<Long> call = new Call<>(client, server == null ? null : server.getClient());
        requests.add(request);
        calls.add(call);
        return orAlone(call, request);
    }

    private void send(Wire by) {
        if (server == null) {
            follow(by);
        } else {
            by.bulkhead(server).admit(new Ticket(() -> follow(by), this::fail), true);
        }
    }

    private CompletionStage<?> follow(Wire by) {
        CommandBatchService batch = by.redisson()
                .getCommandExecutor()
                .createCommandBatchService(BatchOptions.defaults().retryAttempts(0));
        for (int i = 0; i < calls.size(); i++) {
            Request request = requests.get(i);
            List<Object> keys = columns.keys(request, false, false, false);
            String lua = Scripts.of(request).extend;
            calls.get(i)
                    .follow(scripts.byHash(batch, RScript.ReturnType.LONG, lua, keys, columns.renewing(request))
                            .thenApply(Scripts::flags));
        }
        return batch.executeAsync();
    }

    private void fail(Throwable why) {
        for (Call<Long> call : calls) {
            call.fail(why);
        }
    }

    /**
     * Renews once more where the server did not know the script (SCRIPT FLUSH, another server behind the same address).
     * Redisson loads it again for a single command but not for a batch: without this all renewals would go on failing.
     */
    private CompletableFuture<Long> orAlone(Call<Long> batched, Request request) {
        CompletableFuture<Long> answer = new CompletableFuture<>();
        batched.whenComplete((ours, error) -> {
            if (error != null && Failure.of(error).cause() instanceof RedisNoScriptException) {
                List<Object> keys = columns.keys(request, false, false, false);
                String lua = Scripts.of(request).extend;
                Futures.transfer(scripts.flags(lua, keys, columns.renewing(request)), answer);
            } else {
                Futures.complete(answer, ours, error);
            }
        });
        return answer;
    }
}
