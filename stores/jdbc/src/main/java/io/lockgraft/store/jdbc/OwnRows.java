package io.lockgraft.store.jdbc;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.table.Claim;
import io.lockgraft.spi.table.KeyChange;
import io.lockgraft.store.jdbc.dialect.Change;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Extends and gives back what owners hold: many in one UPDATE, which finds each of them held. */
final class OwnRows {
    private final Rows rows;
    private final Set<Claim> late;
    private final String alive;
    private final String extend;
    private final String giveBack;

    /** @param late those whose take may reach the database behind their give-back */
    OwnRows(Rows rows, String now, Set<Claim> late) {
        this.rows = rows;
        this.late = late;
        this.alive = "ends > " + now;
        this.extend = "ends = " + now + " + ?, version = version + 1";
        this.giveBack = "ends = " + now + ", owner = '-', version = version + 1";
    }

    boolean extend(String key, Claim claim, long nanos) throws Exception {
        Request request = claim.request();
        String owner = request.owner().text();
        long micros = NANOSECONDS.toMicros(nanos);
        boolean isRenewal = nanos < 0 || nanos == request.leaseNanos();
        Contention contention = isRenewal ? Contention.ofRenewal(key) : new Contention(key);
        if (nanos >= 0 && !Row.isShared(request)) {
            return changeHeld(key, contention, owner, extend, Collections.singletonList(micros));
        }
        return isHeld(key, contention, row -> {
            boolean isHeld = row.isHeldBy(owner);
            if (isHeld && nanos >= 0) {
                row.extend(request, micros);
            }
            return isHeld;
        });
    }

    /** A claim that waited may have a place in the queue. */
    boolean giveBack(String key, Claim claim, boolean waited) throws Exception {
        String owner = claim.request().owner().text();
        Contention contention = new Contention(key);
        boolean held =
                !waited && isAlone(claim) && changeHeld(key, contention, owner, giveBack, Collections.emptyList());
        return held
                || isHeld(key, contention, row -> {
                    boolean isHeld = row.release(owner);
                    if (late.contains(claim) && claim.isOver()) {
                        row.bar(owner);
                    }
                    return isHeld;
                });
    }

    /** Whether one UPDATE gives back what it holds, and nothing else has to be written. */
    private boolean isAlone(Claim claim) {
        return !Row.isShared(claim.request()) && !late.contains(claim);
    }

    /**
     * Whether a step finds the key held. A replica that is behind its primary would deny it, so a no counts when it is
     * written: a server that takes no writes cannot say it.
     */
    private boolean isHeld(String key, Contention contention, Predicate<Row> step) throws Exception {
        Boolean held;
        do {
            held = rows.step(rows.renewals(), key, contention, row -> {
                boolean isHeld = step.test(row);
                if (!isHeld) {
                    row.write();
                }
                return isHeld;
            });
        } while (held == null && rows.isThere(key));
        return Boolean.TRUE.equals(held);
    }

    /** In one UPDATE that finds it held. Asks again while the row says so and is locked. */
    private boolean changeHeld(String key, Contention contention, String owner, String set, List<?> values)
            throws Exception {
        while (change(set, values, Collections.singletonMap(key, owner)).isEmpty()) {
            Row row = rows.read(rows.renewals(), key);
            if (row == null || !row.isHeldBy(owner)) {
                return false;
            }
            contention.pause(row.version());
        }
        return true;
    }

    boolean[] extendAll(List<KeyChange> changes) throws Exception {
        Map<Long, Map<String, String>> ofLeases = new LinkedHashMap<>();
        for (KeyChange each : changes) {
            if (each.nanos() >= 0 && !Row.isShared(each.claim().request())) {
                ofLeases.computeIfAbsent(each.nanos(), nanos -> new LinkedHashMap<>())
                        .put(each.key(), owner(each));
            }
        }
        for (Map.Entry<Long, Map<String, String>> each : ofLeases.entrySet()) {
            List<Long> micros = Collections.singletonList(NANOSECONDS.toMicros(each.getKey()));
            each.getValue().keySet().retainAll(change(extend, micros, each.getValue()));
        }
        boolean[] held = new boolean[changes.size()];
        for (int i = 0; i < held.length; i++) {
            KeyChange each = changes.get(i);
            held[i] = isDone(ofLeases.get(each.nanos()), each) || extend(each.key(), each.claim(), each.nanos());
        }
        return held;
    }

    boolean[] giveBackAll(List<KeyChange> changes) throws Exception {
        Map<String, String> owners = new LinkedHashMap<>();
        for (KeyChange each : changes) {
            if (isAlone(each.claim())) {
                owners.put(each.key(), owner(each));
            }
        }
        if (!owners.isEmpty()) {
            owners.keySet().retainAll(change(giveBack, Collections.emptyList(), owners));
        }
        boolean[] held = new boolean[changes.size()];
        for (int i = 0; i < held.length; i++) {
            KeyChange each = changes.get(i);
            held[i] = isDone(owners, each) || giveBack(each.key(), each.claim(), false);
        }
        return held;
    }

    /**
     * Returns true if an UPDATE has made this change. Two claims of one key may be in one question: an UPDATE names the
     * last of those with its length of a lease.
     *
     * @param changed the owners by the keys that this UPDATE has changed; null if there was none
     */
    private static boolean isDone(Map<String, String> changed, KeyChange change) {
        return changed != null && owner(change).equals(changed.get(change.key()));
    }

    private static String owner(KeyChange change) {
        return change.claim().request().owner().text();
    }

    /** Of these owners by their keys. Returns the keys that were held and are changed. */
    private Set<String> change(String set, List<?> values, Map<String, String> owners) throws Exception {
        List<String> names = new ArrayList<>();
        List<String> pairs = new ArrayList<>();
        owners.forEach((key, owner) -> {
            String name = Names.ofKey(key);
            names.add(name);
            Collections.addAll(pairs, name, owner);
        });
        String each = String.join(" OR ", Collections.nCopies(owners.size(), "name = ? AND owner = ?"));
        Change change = new Change(names, set, values, alive + " AND (" + each + ")", pairs);
        return rows.change(rows.renewals(), change).stream().map(Names::key).collect(Collectors.toSet());
    }
}
