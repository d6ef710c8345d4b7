package io.lockgraft.store.compound.all;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What all stores have granted. */
final class AllGrant implements Grant {
    private final Request request;

    /** In the order in which they were taken. */
    private final Map<Part, Grant> grants;

    private final long sentAt;
    private final long leaseMillis;
    private final long token;
    private final CompletableFuture<String> lost = new CompletableFuture<>();

    /**
     * @param sentAt from when on each of them was granted or renewed last, at the latest
     * @param token what all of them have stored, at least
     */
    AllGrant(Request request, Map<Part, Grant> grants, long sentAt, long token) {
        this.request = request;
        this.grants = new LinkedHashMap<>(grants);
        this.sentAt = sentAt;
        this.token = token;
        this.leaseMillis =
                grants.values().stream().mapToLong(Grant::leaseMillis).min().orElse(0);
        grants.forEach((part, grant) -> {
            if (grant.lost() != null) {
                grant.lost().thenAccept(why -> lost.complete(part.name + ": " + why));
            }
        });
    }

    Grant of(Part part) {
        return grants.get(part);
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public long sentAt() {
        return sentAt;
    }

    /** The shortest of theirs. */
    @Override
    public long leaseMillis() {
        return leaseMillis;
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public CompletableFuture<String> lost() {
        return lost;
    }

    @Override
    public CompletableFuture<Renewal> release() {
        return end(Grant::release);
    }

    @Override
    public CompletableFuture<Renewal> releaseAfter(long millis) {
        return end(grant -> grant.releaseAfter(millis));
    }

    /** The store that was taken last is asked first. None waits for another: each must get its own back. */
    private CompletableFuture<Renewal> end(Function<Grant, CompletableFuture<Renewal>> command) {
        List<Grant> last = new ArrayList<>(grants.values());
        Collections.reverse(last);
        List<CompletableFuture<Renewal>> said = new ArrayList<>();
        for (Grant grant : last) {
            try {
                said.add(command.apply(grant));
            } catch (RuntimeException | Error e) { // the others are given back all the same
                said.add(CompletableFuture.completedFuture(Renewal.unknown(e)));
            }
        }
        return AllStore.together(said);
    }
}
