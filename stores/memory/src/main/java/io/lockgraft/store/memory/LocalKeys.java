package io.lockgraft.store.memory;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.table.Claim;
import io.lockgraft.spi.table.KeyAnswer;
import io.lockgraft.spi.table.KeyTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** All keys of one process that are held or waited for. Stores on one set exclude each other. */
public final class LocalKeys implements KeyTable {
    /** For one question, as capabilities say it. */
    public static final long QUESTION_MILLIS = 50;

    private final ConcurrentMap<String, LocalKey> used = new ConcurrentHashMap<>();
    private final ProcessExclusion exclusion;

    public LocalKeys(ProcessExclusion exclusion) {
        this.exclusion = exclusion;
    }

    /** Does this with the key, lets in the waiters that can enter after it, and drops a key that is unused then. */
    private <T> T at(String key, Function<LocalKey, T> what) {
        return visit(key, what).answer;
    }

    private <T> Visit<T> visit(String key, Function<LocalKey, T> what) {
        Visit<T> visit = new Visit<>(what);
        used.compute(key, visit);
        for (Claim each : visit.entered) {
            each.askNow();
        }
        return visit;
    }

    private final class Visit<T> implements BiFunction<String, LocalKey, LocalKey> {
        private final Function<LocalKey, T> what;
        private final List<Claim> entered = new ArrayList<>();
        private T answer;

        /** Why waiters could not be let in, or null. It is the affair of those who wait, and they ask again. */
        private UncheckedIOException failure;

        Visit(Function<LocalKey, T> what) {
            this.what = what;
        }

        @Override
        public LocalKey apply(String key, LocalKey before) {
            LocalKey now = before == null ? new LocalKey(key, exclusion) : before;
            now.dropEnded();
            answer = what.apply(now);
            try {
                now.letIn(entered);
            } catch (UncheckedIOException e) {
                failure = e;
            }
            return now.isEmpty() ? null : now;
        }
    }

    @Override
    public KeyAnswer take(String key, Claim claim) {
        Visit<KeyAnswer> visit = visit(key, local -> local.take(claim));
        if (!visit.answer.isTaken() && visit.failure != null) {
            throw visit.failure;
        }
        return visit.answer;
    }

    @Override
    public boolean extend(String key, Claim claim, long nanos) {
        return at(key, local -> local.extend(claim, nanos));
    }

    @Override
    public boolean giveBack(String key, Claim claim) {
        return at(key, local -> local.giveBack(claim));
    }

    @Override
    public long questionNanos() {
        return TimeUnit.MILLISECONDS.toNanos(QUESTION_MILLIS);
    }

    @Override
    public boolean blocks() {
        return false;
    }

    /** Until the next lease of the key ends, or another process may have left. */
    @Override
    public long pause(String key, long waited) {
        long[] end = {Long.MAX_VALUE};
        used.computeIfPresent(key, (name, local) -> {
            end[0] = local.untilNextEnd();
            return local;
        });
        return Math.min(exclusion.look(), end[0]);
    }

    @Override
    public long token(Claim claim) {
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
        return last == 0 ? 0 : last - count + 1;
    }

    /**
     * Takes the key away from its holders.
     *
     * @param why what they are told; null: nothing
     */
    public void lose(String key, String why) {
        List<Claim> lost = at(key, LocalKey::loseAll);
        if (why != null) {
            lost.forEach(each -> each.tellLost(why));
        }
    }

    @Override
    public void load() throws IOException {
        exclusion.load();
    }

    @Override
    public List<StoredLock> locks(String key) {
        refuseUnlessAlone();
        List<StoredLock> told = new ArrayList<>();
        used.computeIfPresent(key, (name, local) -> {
            local.dropEnded();
            local.tellHolders(told);
            return local;
        });
        return told;
    }

    @Override
    public long scanSize() {
        refuseUnlessAlone();
        return used.size();
    }

    @Override
    public void scan(String beginning, Consumer<StoredLock> each) {
        refuseUnlessAlone();
        for (String key : used.keySet()) {
            if (key.startsWith(beginning)) {
                locks(key).forEach(each);
            }
        }
    }

    @Override
    public boolean unlock(String key, String owner) {
        refuseUnlessAlone();
        Claim[] unlocked = new Claim[1];
        at(key, local -> unlocked[0] = local.unlock(owner));
        if (unlocked[0] == null) {
            return false;
        }
        unlocked[0].tellLost("the key " + key + " was taken away by 'unlock'");
        return true;
    }

    private void refuseUnlessAlone() {
        if (!exclusion.isAlone()) {
            throw new UnsupportedOperationException("this store knows the holders of its own process only");
        }
    }

    public boolean isEmpty() {
        return used.isEmpty();
    }

    /** Ends the leases that are over, and tells the holders whose keys are lost. */
    public void lookAtAll() {
        exclusion.watch();
        for (String key : used.keySet()) {
            at(key, LocalKey::endLost).forEach(Claim::tellLost);
        }
    }

    /** Which owners hold the keys now, and which wait for them; for tests. */
    public List<String> all() {
        List<String> all = new ArrayList<>();
        used.keySet().forEach(key -> all.addAll(at(key, LocalKey::all)));
        return all;
    }
}
