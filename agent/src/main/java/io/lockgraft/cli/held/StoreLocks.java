package io.lockgraft.cli.held;

import io.lockgraft.cli.connect.OpenStore;
import io.lockgraft.cli.connect.StoreFailure;
import io.lockgraft.engine.site.KeyNames;
import io.lockgraft.manage.Json;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoredLock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Who holds which keys, as the stores of a rules file tell it. A store that cannot tell is a note; one that should and
 * does not is a failure. Used by one thread.
 */
final class StoreLocks {
    private final List<OpenStore> asked = new ArrayList<>();
    private final boolean named;
    private final List<HeldLock> locks = Collections.synchronizedList(new ArrayList<>());
    private final List<String> notes = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    private StoreLocks(List<OpenStore> stores, boolean all) {
        named = stores.size() > 1;
        for (OpenStore store : stores) {
            String why = whyNot(store, all);
            if (why == null) {
                asked.add(store);
            } else {
                notes.add(store.title() + ' ' + why);
            }
        }
    }

    /** Why this store cannot be asked; null where it can. */
    static String whyNot(OpenStore store, boolean all) {
        if (store.capabilities().reach() == Reach.JVM) {
            return "has other locks in each JVM: java -jar lockgraft.jar locks PID asks one";
        }
        if (store.capabilities().can(Capability.LOCKS)) {
            return null;
        }
        if (store.capabilities().can(Capability.PROCESSES)) {
            return all
                    ? "keeps no names of keys, and is asked for one key only: locks RULES KEY. The JVMs know the names:"
                            + " ps, then locks PID"
                    : null;
        }
        return "does not tell who holds its keys";
    }

    /** @param key the whole name of the lock, or as it is printed */
    static StoreLocks ofKey(List<OpenStore> stores, String key) {
        StoreLocks told = new StoreLocks(stores, false);
        told.each(store -> {
            for (StoredLock lock : ofName(store, key)) {
                told.locks.add(new HeldLock(store.name(), lock));
            }
        });
        return told;
    }

    /** What one store tells of the lock of this name, and of the semaphore; or of those whose name prints so. */
    static List<StoredLock> ofName(OpenStore store, String name) throws StoreFailure {
        List<StoredLock> locks = new ArrayList<>();
        for (String meant : PrintedName.meant(name)) {
            locks.addAll(store.ask(each -> each.locks(meant)));
            locks.addAll(store.ask(each -> each.locks(KeyNames.ofSemaphore(meant))));
        }
        return locks;
    }

    /** Asks for nothing yet but how much there is: {@link #size}, then {@link #scan}. */
    static StoreLocks ofAll(List<OpenStore> stores) {
        return new StoreLocks(stores, true);
    }

    /** About how many entries {@link #scan} looks at. A store that does not say so is not scanned. */
    long size() {
        long[] size = {0};
        each(store -> size[0] += store.ask(LockStore::scanSize));
        return size[0];
    }

    /** Looks for all keys that are held and begin with this text. */
    void scan(String beginning) {
        each(store -> {
            Consumer<StoredLock> add = lock -> locks.add(new HeldLock(store.name(), lock));
            store.askPatiently(each -> each.scan(beginning, add).thenApply(done -> done));
        });
    }

    private interface Question {
        void ask(OpenStore store) throws StoreFailure;
    }

    /** A store that fails is asked no more. */
    private void each(Question question) {
        for (OpenStore store : new ArrayList<>(asked)) {
            try {
                question.ask(store);
            } catch (StoreFailure e) {
                asked.remove(store);
                failures.add(e.getMessage());
            }
        }
    }

    boolean isEmpty() {
        return locks.isEmpty();
    }

    /** Those that are told now: the thread of a store that was given up may still add some. */
    private List<HeldLock> locks() {
        synchronized (locks) {
            return new ArrayList<>(locks);
        }
    }

    /** What stores cannot tell, a sentence each. */
    List<String> notes() {
        return notes;
    }

    /** Why stores have not answered, a sentence each. */
    List<String> failures() {
        return failures;
    }

    /** The names of the stores that have answered, for the reader of a message. */
    String answered() {
        return asked.stream().map(OpenStore::title).collect(Collectors.joining(" and "));
    }

    /** True if a store has answered, and none has failed. */
    boolean isWhole() {
        return !asked.isEmpty() && failures.isEmpty();
    }

    /** Lines, each with its end. */
    String table() {
        return HolderTable.of(locks(), named);
    }

    /** Members may be added to it, none goes or changes. */
    String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("locks", locks().stream().map(HeldLock::json).collect(Collectors.toList()));
        json.put("notes", notes);
        json.put("failures", failures);
        return Json.write(json);
    }

    /** Lines with the commands that ask the holders' JVMs, one for each whose entry does not tell since when. */
    Set<String> questions() {
        Set<String> questions = new LinkedHashSet<>();
        for (HeldLock held : locks()) {
            String jvm = Owner.holder(held.lock.owner());
            if (held.lock.heldMillis() < 0 && jvm != null && namesAProcess(held)) {
                int colon = jvm.lastIndexOf(':');
                String where = colon < 0 ? "" : ", on " + jvm.substring(0, colon);
                questions.add("which thread, since when" + where + ": java -jar lockgraft.jar locks"
                        + Takeaway.words(jvm.substring(colon + 1), held.lock.key()));
            }
        }
        return questions;
    }

    /** False for an owner that another client has written. */
    private boolean namesAProcess(HeldLock held) {
        return !Takeaway.isForeign(held.lock.owner())
                || asked.stream()
                        .filter(store -> store.name().equals(held.store))
                        .anyMatch(store -> store.capabilities().can(Capability.PROCESSES));
    }

    /** The commands that take the key away from its holders, one for each, where its store can do that. */
    List<String> cures(String rulesFile) {
        List<String> cures = new ArrayList<>();
        for (HeldLock held : locks()) {
            asked.stream()
                    .filter(store -> store.name().equals(held.store))
                    .filter(store -> store.capabilities().can(Capability.UNLOCK))
                    .forEach(store ->
                            cures.add(Takeaway.command(rulesFile, held.lock.key(), held.lock.owner(), held.store)));
        }
        return cures;
    }
}
