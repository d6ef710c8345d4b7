package io.lockgraft.store.etcd;

import io.lockgraft.spi.StoreEntry;
import io.lockgraft.store.etcd.gateway.Deadline;
import io.lockgraft.store.etcd.gateway.Gateway;
import io.lockgraft.store.etcd.gateway.KeyValue;
import io.lockgraft.store.etcd.gateway.Txn;
import io.lockgraft.store.etcd.gateway.TxnAnswer;
import io.lockgraft.store.http.HttpAnswer;
import io.lockgraft.store.http.JsonObject;
import java.io.IOException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/** The texts that compounds keep, each in a key without a lease. */
final class StoredTexts {
    private final Gateway gateway;
    private final Names names;

    StoredTexts(Gateway gateway, Names names) {
        this.gateway = gateway;
        this.names = names;
    }

    /** The text as it is behind that step. The clock is that of the answer: etcd itself tells none. */
    StoreEntry replace(String namespace, String before, String after, Deadline deadline) throws IOException {
        String name = names.text(namespace);
        Txn txn = new Txn();
        if (before.isEmpty()) {
            txn.ifCreated(name, 0);
        } else {
            txn.ifValue(name, before);
        }
        if (!after.isEmpty()) {
            txn.put(name, after, 0);
        }
        txn.get(name).elseGet(name);
        HttpAnswer answer = gateway.ask("/v3/kv/txn", txn.body(), deadline);
        TxnAnswer done = new TxnAnswer(JsonObject.read(answer.body()));
        KeyValue now = KeyValue.only(done.range(done.succeeded() && !after.isEmpty() ? 1 : 0));
        return new StoreEntry(now == null ? "" : now.value, clock(answer.header("Date")));
    }

    private static long clock(String date) throws IOException {
        try {
            return ZonedDateTime.parse(String.valueOf(date), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()
                    .toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new IOException("etcd has answered without its time", e);
        }
    }
}
