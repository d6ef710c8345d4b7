package io.lockgraft.store.etcd;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.table.Claim;
import io.lockgraft.spi.table.RefusedException;
import io.lockgraft.store.etcd.gateway.Deadline;
import io.lockgraft.store.etcd.gateway.Gateway;
import io.lockgraft.store.etcd.gateway.KeyValue;
import io.lockgraft.store.etcd.gateway.Txn;
import io.lockgraft.store.etcd.gateway.TxnAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A counter for each key, in a key of etcd's that has no lease and is never deleted. It is raised in a transaction that
 * checks the owner's entry and the counter's last change.
 */
final class FenceTokens {
    private static final int MOST_TRIES = 20;

    /** Each takes two comparisons. */
    private static final int MOST_KEYS = Txn.MOST / 2;

    private final Gateway gateway;
    private final Names names;
    private final Places places;
    private final long above;

    FenceTokens(Gateway gateway, Names names, Places places, long above) {
        this.gateway = gateway;
        this.names = names;
        this.places = places;
        this.above = above;
    }

    /** The first of as many tokens as the claim's request asks for. */
    long next(Claim claim, Deadline deadline) throws IOException {
        Request request = claim.request();
        if (request.keys().size() > MOST_KEYS) {
            throw new RefusedException(
                    "etcd gives fence tokens to " + MOST_KEYS + " keys of a call at most, and this one has "
                            + request.keys().size() + "; let it lock fewer keys, or not as fenced",
                    null);
        }
        List<Place> held = new ArrayList<>();
        for (String key : request.keys()) {
            Place place = places.find(key, claim);
            if (place == null || !place.held || place.lost) {
                throw new IOException("a key was lost before it had its token");
            }
            held.add(place);
        }
        long had = held.get(0).token;
        boolean hasThem = had > request.tokenAbove()
                && held.stream().allMatch(each -> each.token == had && each.tokens >= request.tokens());
        return hasThem ? had : raise(held, request, deadline);
    }

    private long raise(List<Place> held, Request request, Deadline deadline) throws IOException {
        for (int i = 0; i < MOST_TRIES; i++) {
            Txn read = new Txn();
            held.forEach(each -> read.get(names.counter(each.key)));
            TxnAnswer counters = gateway.txn(read, deadline);
            long last = Math.max(above, request.tokenAbove());
            Txn write = new Txn();
            for (int j = 0; j < held.size(); j++) {
                KeyValue counter = KeyValue.only(counters.range(j));
                last = Math.max(last, counter == null ? 0 : number(counter));
                write.ifWritten(names.counter(held.get(j).key), counter == null ? 0 : counter.written);
                write.ifThere(held.get(j).name);
                write.elseGet(held.get(j).name);
            }
            for (Place each : held) {
                write.put(names.counter(each.key), Long.toString(last + request.tokens()), 0);
            }
            TxnAnswer written = gateway.txn(write, deadline);
            if (written.succeeded()) {
                return given(held, last + 1, request.tokens());
            }
            lookAtEntries(held, written);
        }
        throw new IOException("others raise the tokens of " + request.keys() + " faster than this JVM looks");
    }

    private static long given(List<Place> held, long first, int tokens) {
        for (Place each : held) {
            each.token = first;
            each.tokens = tokens;
        }
        return first;
    }

    private static void lookAtEntries(List<Place> held, TxnAnswer read) throws IOException {
        for (int i = 0; i < held.size(); i++) {
            if (KeyValue.only(read.range(i)) == null) {
                held.get(i).lose("its entry in etcd has gone");
                throw new IOException("a key was lost before it had its token");
            }
        }
    }

    private static long number(KeyValue counter) throws IOException {
        try {
            return Long.parseLong(counter.value);
        } catch (NumberFormatException e) {
            throw new IOException(
                    "the key " + counter.name + " in etcd is no counter of fence tokens: write one there"
                            + " that is above all before",
                    e);
        }
    }
}
