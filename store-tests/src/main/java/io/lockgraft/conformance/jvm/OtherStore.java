package io.lockgraft.conformance.jvm;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A store that another JVM has opened. What it is asked goes there. */
public final class OtherStore implements LockStore {
    private final OtherJvm jvm;
    private final String name;
    private final long questionNanos;

    OtherStore(OtherJvm jvm, String name, long questionNanos) {
        this.jvm = jvm;
        this.name = name;
        this.questionNanos = questionNanos;
    }

    /** Looks into the store, over there. */
    public String ask(Question question) throws IOException {
        return OtherJvm.waitFor(jvm.ask("look", name, Words.written(question)))[0];
    }

    @Override
    public CompletableFuture<?> load() {
        return jvm.ask("load", name);
    }

    @Override
    public Attempt acquire(Request request) {
        return new OtherAttempt(request);
    }

    @Override
    public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        List<CompletableFuture<Renewal>> renewed = new ArrayList<>();
        for (Grant each : grants) {
            renewed.add(jvm.ask("renew", name, ((OtherGrant) each).name).thenApply(OtherStore::renewal));
        }
        return renewed;
    }

    private static Renewal renewal(String[] told) {
        switch (told[0]) {
            case "held":
                return Renewal.held(System.nanoTime() - Long.parseLong(told[1]));
            case "lost":
                return Renewal.lost();
            default:
                return Renewal.unknown(new IllegalStateException(told[1]));
        }
    }

    @Override
    public CompletableFuture<List<StoredLock>> locks(String key) {
        return jvm.ask("locks", name, key).thenApply(OtherStore::locks);
    }

    @Override
    public CompletableFuture<Long> scanSize() {
        return jvm.ask("scanSize", name).thenApply(told -> Long.parseLong(told[0]));
    }

    @Override
    public CompletableFuture<?> scan(String beginning, Consumer<StoredLock> each) {
        return jvm.ask("scan", name, beginning).thenAccept(told -> locks(told).forEach(each));
    }

    @Override
    public CompletableFuture<Boolean> unlock(String key, String owner) {
        return jvm.ask("unlock", name, key, owner).thenApply(OtherStore::isTrue);
    }

    private static List<StoredLock> locks(String[] told) {
        List<StoredLock> found = new ArrayList<>();
        for (int i = 0; i < told.length; i += 6) {
            found.add(new StoredLock(
                    told[i],
                    told[i + 1],
                    orNull(told[i + 2]),
                    orNull(told[i + 3]),
                    Long.parseLong(told[i + 4]),
                    Long.parseLong(told[i + 5])));
        }
        return found;
    }

    /** What the other side did not know comes as the word null. */
    private static String orNull(String word) {
        return word.equals("null") || word.isEmpty() ? null : word;
    }

    @Override
    public CompletableFuture<StoreEntry> replaceEntry(String namespace, String before, String after) {
        return jvm.ask("replace", name, namespace, before, after)
                .thenApply(told -> new StoreEntry(told[0], Long.parseLong(told[1])));
    }

    @Override
    public long questionNanos() {
        return questionNanos;
    }

    @Override
    public void close() {
        OtherJvm.waitFor(jvm.ask("close", name));
    }

    private static boolean isTrue(String[] told) {
        return Boolean.parseBoolean(told[0]);
    }

    private final class OtherAttempt implements Attempt {
        private final String id;
        private final CompletableFuture<Answer> answer;

        OtherAttempt(Request request) {
            id = OtherJvm.waitFor(jvm.ask(Worker.acquire(name, request)))[0];
            answer = jvm.ask("answer", id).handle((told, failed) -> answer(request, told, failed));
        }

        private Answer answer(Request request, String[] told, Throwable failed) {
            if (failed != null) {
                return Answer.unavailable(failed);
            }
            switch (told[0]) {
                case "granted":
                    return Answer.granted(new OtherGrant(request, told));
                case "busy":
                    return Answer.busy();
                case "refused":
                    return Answer.refused(new IllegalStateException(told[1]));
                default:
                    return Answer.unavailable(new IllegalStateException(told[1]));
            }
        }

        @Override
        public CompletableFuture<Answer> answer() {
            return answer;
        }

        @Override
        public boolean isContended() {
            return isTrue(OtherJvm.waitFor(jvm.ask("contended", id)));
        }

        @Override
        public String holder() {
            String told = OtherJvm.waitFor(jvm.ask("holder", id))[0];
            return told.isEmpty() ? null : told;
        }

        @Override
        public void abandon() {
            OtherJvm.waitFor(jvm.ask("abandon", id));
        }
    }

    private final class OtherGrant implements Grant {
        private final Request request;
        private final String name;
        private final long sentAt;
        private final long token;
        private final CompletableFuture<String> lost;
        private final long leaseMillis;

        /** @param told name, age, token, whether it tells of its loss, its lease, and its owner */
        OtherGrant(Request request, String[] told) {
            Jvm its = new Jvm(told[6], told[7], "test", told[8]);
            Owner owner =
                    new Owner(its, Long.parseLong(told[9]), request.owner().rule(), null);
            this.request = request.as(owner, request.leaseMillis());
            this.name = told[1];
            this.sentAt = System.nanoTime() - Long.parseLong(told[2]);
            this.token = Long.parseLong(told[3]);
            this.leaseMillis = Long.parseLong(told[5]);
            this.lost = Boolean.parseBoolean(told[4]) ? jvm.ask("lost", name).thenApply(why -> why[0]) : null;
        }

        @Override
        public Request request() {
            return request;
        }

        @Override
        public long sentAt() {
            return sentAt;
        }

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
            return jvm.ask("release", name).thenApply(OtherStore::renewal);
        }

        @Override
        public CompletableFuture<Renewal> releaseAfter(long millis) {
            return jvm.ask("releaseAfter", name, millis).thenApply(OtherStore::renewal);
        }
    }
}
