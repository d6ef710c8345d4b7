package io.lockgraft.cli.held;

import io.lockgraft.cli.connect.OpenStore;
import io.lockgraft.cli.connect.StoreFailure;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.manage.text.ShellWord;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.text.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A key that is to be taken away from one owner, and from no other. Used by one thread. */
public final class Takeaway {
    /** What follows are words, whatever they begin with. */
    private static final String NO_OPTIONS = " --";

    private final String rulesFile;
    private final String key;
    private final String owner;

    /**
     * @param rulesFile for commands that messages tell
     * @param key the whole name of the lock, or as it is printed
     * @param owner as {@link StoredLock#owner} tells it, or as that is printed
     */
    public Takeaway(String rulesFile, String key, String owner) {
        this.rulesFile = rulesFile;
        this.key = key;
        this.owner = owner;
    }

    /** The command that takes this key away, for a shell. */
    static String command(String rulesFile, String key, String owner, String store) {
        String options =
                (store.isEmpty() ? "" : " --store " + ShellWord.of(store)) + (isForeign(owner) ? " --foreign" : "");
        String words = words(rulesFile, key, owner);
        return "java -jar lockgraft.jar unlock" + (words.startsWith(NO_OPTIONS) ? options + words : words + options);
    }

    /** Each behind a blank; one that looks like an option makes them all come behind {@link #NO_OPTIONS}. */
    static String words(String... words) {
        boolean isMistakable = Arrays.stream(words).anyMatch(each -> each.startsWith("-"));
        return Arrays.stream(words)
                .map(each -> ' ' + ShellWord.of(each))
                .collect(Collectors.joining("", isMistakable ? NO_OPTIONS : "", ""));
    }

    /** True if no Lockgraft has written this text: {@link Owner#holder} finds nothing in it that it could leave out. */
    public static boolean isForeign(String owner) {
        return owner.equals(Owner.holder(owner));
    }

    /** Finds the one store in which the owner has the key, and the lock there. */
    public Found find(List<OpenStore> stores) throws NotTakenException {
        List<Found> found = new ArrayList<>();
        List<String> others = new ArrayList<>();
        List<String> unable = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (OpenStore store : stores) {
            String why = whyNot(store);
            if (why != null) {
                unable.add(store.title() + ' ' + why);
                continue;
            }
            try {
                for (StoredLock lock : StoreLocks.ofName(store, key)) {
                    if (Printable.of(lock.owner()).equals(Printable.of(owner))) {
                        found.add(new Found(store, lock));
                    } else {
                        others.add(command(rulesFile, lock.key(), lock.owner(), store.name()));
                    }
                }
            } catch (StoreFailure e) {
                failed.add(e.getMessage());
            }
        }
        if (found.size() > 1) {
            throw new NotTakenException(owner + " holds " + key + " in several stores; name one by --store: "
                    + found.stream().map(each -> each.store.name()).collect(Collectors.joining(", ")));
        }
        if (found.isEmpty()) {
            boolean none = unable.size() + failed.size() == stores.size();
            List<String> reasons = none ? unable : new ArrayList<>();
            reasons.addAll(failed);
            if (!none) {
                reasons.add(0, notHad(others));
            }
            throw new NotTakenException(String.join("\n", reasons));
        }
        return found.get(0);
    }

    private static String whyNot(OpenStore store) {
        String why = StoreLocks.whyNot(store, false);
        if (why == null && !store.capabilities().can(Capability.UNLOCK)) {
            return store.capabilities().can(Capability.PROCESSES)
                    ? "takes no key away from its owner. End the process whose pid 'locks' shows, or let it go on where"
                            + " it is stopped: the key is free then"
                    : "takes no key away from its owner";
        }
        return why;
    }

    private String notHad(List<String> others) {
        return others.isEmpty()
                ? "nobody holds " + key
                : key + " is not held by " + owner + ". To take it away from its holder:\n  "
                        + String.join("\n  ", others);
    }

    /** A lock of the owner, as one store tells it. */
    public final class Found {
        private final OpenStore store;
        private final StoredLock lock;
        private final String key;
        private final String owner;

        private Found(OpenStore store, StoredLock lock) {
            this.store = store;
            this.lock = lock;
            this.key = lock.key();
            this.owner = lock.owner();
        }

        public StoredLock lock() {
            return lock;
        }

        /** What runs on, for whoever has taken the key away. */
        public String aftermath(List<Rule> rules) {
            return Aftermath.of(lock, store.name(), rules);
        }

        /** Refuses an owner that another client has written. */
        public void requireOurs() throws NotTakenException {
            if (isForeign(owner)) {
                throw new NotTakenException(owner + " is no owner of Lockgraft's. Its own client goes on as if it had "
                        + key + ", and may fail at its end. --foreign takes the key away all the same");
            }
        }

        /**
         * Refuses an owner that still renews its lease, and one whose rule never does. Takes as long as half of the
         * lease where it does not.
         *
         * @param rules those of the file
         * @param told is told beforehand how long that may be
         */
        public void requireDead(List<Rule> rules, Consumer<String> told)
                throws NotTakenException, StoreFailure, InterruptedException {
            if (lock.leftMillis() < 0) {
                throw new NotTakenException(owner + " may be alive, for its entry tells no lease"
                        + within(store.capabilities()) + ". --while-alive takes the key away all the same");
            }
            if (lock.leftMillis() == 0) {
                return;
            }
            Rule silent = Unrenewed.of(lock, store.name(), rules);
            if (silent != null) {
                throw new NotTakenException(owner + " may be alive: rule '" + silent.name()
                        + "', which makes such keys, has renew: false, so nothing shows whether its JVM lives."
                        + " Its lease is over in "
                        + Forms.spanOfMillis(lock.leftMillis()) + ". --while-alive takes the key away all the same");
            }
            RenewalWatch watch = new RenewalWatch(lock);
            told.accept("looking whether " + owner + " still renews its lease, for "
                    + Forms.spanOfMillis(watch.longest()) + " at most; --while-alive does not look");
            switch (watch.watch(this::again)) {
                case RENEWED:
                    throw new NotTakenException(owner + " is alive: it has begun its lease anew. Look at its JVM first:"
                            + " java -jar lockgraft.jar locks PID there. --while-alive takes the key away all the"
                            + " same");
                case GONE:
                    throw new NotTakenException(owner + " has given " + key + " back meanwhile, or its lease was over");
                default:
            }
        }

        private StoredLock again() throws StoreFailure {
            for (StoredLock each : store.ask(asked -> asked.locks(key))) {
                if (each.owner().equals(owner)) {
                    return each;
                }
            }
            return null;
        }

        /**
         * Takes the key away. A store that fails may have done it all the same, or a part of it, and is asked again.
         *
         * @param told is told of a store that failed, and whose key was taken away
         */
        public void take(Consumer<String> told) throws NotTakenException, StoreFailure {
            try {
                if (!store.ask(each -> each.unlock(key, owner))) {
                    throw new NotTakenException(owner + " has given " + key
                            + " back meanwhile, or its lease was over: nothing was taken away");
                }
            } catch (StoreFailure failure) {
                requireTaken(failure);
                told.accept(failure.getMessage());
            }
        }

        private void requireTaken(StoreFailure failure) throws NotTakenException {
            String what;
            try {
                if (again() == null) {
                    return;
                }
                what = owner + " still has " + key + ", or a part of it: give this command again";
            } catch (StoreFailure silent) {
                what = key + " may have been taken away from " + owner + ". This tells: java -jar lockgraft.jar locks"
                        + words(rulesFile, key);
            }
            throw new NotTakenException(failure.getMessage() + '\n' + what);
        }
    }

    private static String within(Capabilities capabilities) {
        return capabilities.freedWithLease()
                ? ""
                : "; the store itself ends what a dead JVM has, within "
                        + Forms.spanOfMillis(capabilities.freedAfter(0));
    }
}
