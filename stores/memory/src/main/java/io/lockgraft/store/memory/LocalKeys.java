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
public final class LocalKeys implements KeyTable {
    private final ConcurrentMap<String, LocalKey> used = new ConcurrentHashMap<>();
    private final ProcessExclusion exclusion;

    public LocalKeys(ProcessExclusion exclusion) {
        this.exclusion = exclusion;
    }

    /** Does this with the key, lets in the waiters that can enter after it, and drops a key that is unused then. */
    private <T> T at(String key, Function<LocalKey, T> what) {
        List<Claim> entered = new ArrayList<>(0);
        List<T> answer = new ArrayList<>(1);
        used.compute(key, (name, before) -> {
            LocalKey now = before == null ? new LocalKey(name, exclusion) : before;
            answer.add(what.apply(now));
            now.letIn(entered);
            return now.isEmpty() ? null : now;
        });
        for (Claim each : entered) {
            each.ask();
        }
        return answer.get(0);
    }

    @Override
    public CompletableFuture<Boolean> enter(String key, Claim claim) {
        return CompletableFuture.completedFuture(at(key, local -> local.enter(claim)));
    }

    @Override
    public CompletableFuture<Boolean> leave(List<String> keys, Claim claim) {
        boolean all = true;
        for (String key : keys) {
            all &= at(key, local -> local.leave(claim));
        }
        return CompletableFuture.completedFuture(all);
    }

    @Override
    public CompletableFuture<Boolean> extend(List<String> keys, Claim claim, long nanos) {
        boolean all = true;
        for (String key : keys) {
            all &= at(key, local -> local.extend(claim, nanos));
        }
        return CompletableFuture.completedFuture(all);
    }

    /** Until the next lease of the key ends, or another process may have left. */
    @Override
    public long pause(String key) {
        long[] end = {Long.MAX_VALUE};
        used.computeIfPresent(key, (name, local) -> {
            end[0] = local.untilNextEnd();
            return local;
        });
        return Math.min(exclusion.look(), end[0]);
    }

    @Override
    public CompletableFuture<Long> token(Claim claim) {
        Request request = claim.request();
        int count = request.tokens();
        long last = Long.MAX_VALUE;
        for (String key : request.keys()) {
            last = Math.min(last, at(key, local -> local.lastToken(claim)));
        }
        if (last - count < request.tokenAbove() || last == 0) {
            last = exclusion.lastToken(request.tokenAbove(), count);
        }
        long told = last;
        for (String key : request.keys()) {
            at(key, local -> {
                local.lastToken(claim, told);
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
        List<Claim> lost = at(key, LocalKey::loseAll);
        if (why != null) {
            lost.forEach(each -> each.lost().complete(why));
        }
    }

    public boolean isEmpty() {
        return used.isEmpty();
    }

    /** Ends the leases that are over, and tells the holders whose keys are lost. */
    public void lookAtAll() {
        exclusion.watch();
        for (String key : used.keySet()) {
            at(key, LocalKey::endLost).forEach((claim, why) -> claim.lost().complete(why));
        }
    }

    /** Which owners hold the keys now, and which wait for them; for tests. */
    public List<String> all() {
        List<String> all = new ArrayList<>();
        used.keySet().forEach(key -> all.addAll(at(key, LocalKey::all)));
        return all;
    }
}
