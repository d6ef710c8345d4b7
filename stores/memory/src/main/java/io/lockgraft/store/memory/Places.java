package io.lockgraft.store.memory;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.polled.Claim;
import io.lockgraft.spi.polled.KeyTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/** All keys of one process that are held or waited for. Stores on one set exclude each other. */
public final class Places implements KeyTable {
    private final ConcurrentMap<String, Place> places = new ConcurrentHashMap<>();
    private final Outer outer;

    public Places(Outer outer) {
        this.outer = outer;
    }

    /** Asks the key's place, which is made where there is none, and dropped where it is left empty. */
    private <T> T at(String key, Function<Place, T> what) {
        List<Claim> entered = new ArrayList<>(0);
        List<T> answer = new ArrayList<>(1);
        places.compute(key, (name, known) -> {
            Place place = known == null ? new Place(name, outer) : known;
            answer.add(what.apply(place));
            place.letIn(entered);
            return place.isEmpty() ? null : place;
        });
        for (Claim each : entered) {
            each.ask();
        }
        return answer.get(0);
    }

    @Override
    public CompletableFuture<Boolean> enter(String key, Claim claim) {
        return CompletableFuture.completedFuture(at(key, place -> place.enter(claim)));
    }

    @Override
    public CompletableFuture<Boolean> leave(List<String> keys, Claim claim) {
        boolean all = true;
        for (String key : keys) {
            all &= at(key, place -> place.leave(claim));
        }
        return CompletableFuture.completedFuture(all);
    }

    @Override
    public CompletableFuture<Boolean> extend(List<String> keys, Claim claim, long nanos) {
        boolean all = true;
        for (String key : keys) {
            all &= at(key, place -> place.extend(claim, nanos));
        }
        return CompletableFuture.completedFuture(all);
    }

    /** Until the next lease of the key ends, or another process may have left. */
    @Override
    public long pause(String key) {
        long[] end = {Long.MAX_VALUE};
        places.computeIfPresent(key, (name, place) -> {
            end[0] = place.untilNextEnd();
            return place;
        });
        return Math.min(outer.look(), end[0]);
    }

    @Override
    public CompletableFuture<Long> token(Claim claim) {
        Request request = claim.request();
        int count = request.tokens();
        long last = Long.MAX_VALUE;
        for (String key : request.keys()) {
            last = Math.min(last, at(key, place -> place.lastToken(claim)));
        }
        if (last - count < request.tokenAbove() || last == 0) {
            last = outer.lastToken(request.tokenAbove(), count);
        }
        long told = last;
        for (String key : request.keys()) {
            at(key, place -> {
                place.lastToken(claim, told);
                return null;
            });
        }
        return CompletableFuture.completedFuture(last == 0 ? 0 : last - count + 1);
    }

    /**
     * Takes the key away from its holders.
     *
     * @param why what they are told; null: nothing
     */
    public void lose(String key, String why) {
        List<Claim> lost = at(key, Place::loseAll);
        if (why != null) {
            lost.forEach(each -> each.lost().complete(why));
        }
    }

    public boolean isEmpty() {
        return places.isEmpty();
    }

    /** Ends the leases that are over, and tells the holders whose keys are lost. */
    public void lookAtAll() {
        outer.watch();
        for (String key : places.keySet()) {
            at(key, Place::endLost).forEach((claim, why) -> claim.lost().complete(why));
        }
    }

    /** Which owners hold the keys now, and which wait for them; for tests. */
    public List<String> all() {
        List<String> all = new ArrayList<>();
        places.keySet().forEach(key -> all.addAll(at(key, Place::all)));
        return all;
    }
}
