package io.lockgraft.manage.mailbox;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the mailboxes of JVMs of this user, also in containers: through the root folder of their processes. */
public final class Mailboxes {
    private final List<Path> places;
    private final boolean areChosen;
    /** What was found in each place. */
    private final Map<Path, Map<Path, JvmDescription>> seen = new LinkedHashMap<>();
    /** Why a place could not be looked into. */
    private final Map<Path, IOException> refused = new LinkedHashMap<>();
    /** Of these, the ones that may have a JVM's mailbox. */
    private final Set<IOException> hidden = new LinkedHashSet<>();

    /** @param named where JVMs with {@code manage.folder} have their mailboxes, or null for the usual places */
    public Mailboxes(File named) {
        this(
                named == null
                        ? Mailbox.places()
                        : Collections.singletonList(named.toPath().toAbsolutePath()),
                named != null);
    }

    Mailboxes(List<Path> places, boolean areChosen) {
        this.places = places;
        this.areChosen = areChosen;
    }

    /**
     * The mailbox of the process, or null.
     *
     * @throws IOException if none was found, and a place could not be looked into
     */
    public FoundMailbox of(ProcessEntry process) throws IOException {
        FoundMailbox latest = null;
        IOException unseen = null;
        for (Path place : places) {
            Path seenAs = process.hasOtherMounts() ? process.place(place.toString()) : place;
            for (Map.Entry<Path, JvmDescription> each : in(seenAs).entrySet()) {
                // A file that is left from before a restart of the machine may say the same.
                if (each.getValue().isOf(process)
                        && (latest == null
                                || each.getValue().touched()
                                        > latest.description().touched())) {
                    latest = new FoundMailbox(each.getKey(), each.getValue(), process);
                }
            }
            unseen = refused.getOrDefault(seenAs, unseen);
        }
        if (latest == null && unseen != null) {
            throw unseen;
        }
        return latest;
    }

    /** What a JVM that had this pid has left in the places of this process, or null. */
    public JvmDescription leftBy(String pid) {
        for (Path place : places) {
            for (JvmDescription each : in(place).values()) {
                if (each.pid().equals(pid) && each.isFromHere()) {
                    return each;
                }
            }
        }
        return null;
    }

    /** Those of all processes of this user that could be looked at, by their pids. */
    public List<FoundMailbox> all() {
        List<FoundMailbox> all = new ArrayList<>();
        if (!ProcessEntry.isLinux()) {
            for (Path place : places) {
                in(place).forEach((mailbox, description) -> all.add(new FoundMailbox(mailbox, description, null)));
            }
            hidden.addAll(refused.values());
            return all;
        }
        ProcessEntry self = ProcessEntry.self();
        for (ProcessEntry process : ProcessEntry.all()) {
            boolean mayBeAsked = process.user() == self.user() && !(self.user() == 0 && process.hasOtherMounts());
            FoundMailbox found = mayBeAsked && !process.isZombie() ? orHidden(process) : null;
            if (found != null) {
                all.add(found);
            }
        }
        return all;
    }

    /** Why there may be JVMs that {@link #all} has not found, one for each place that could not be looked into. */
    public Collection<IOException> hidden() {
        return hidden;
    }

    private FoundMailbox orHidden(ProcessEntry process) {
        try {
            return of(process);
        } catch (IOException e) {
            // A process with mounts of its own is often no JVM, or has ended meanwhile.
            if (!process.hasOtherMounts() || process.isJvm()) {
                hidden.add(e);
            }
            return null;
        }
    }

    /** Removes what dead JVMs have left in the places of this process. Returns what they had said of themselves. */
    public List<JvmDescription> clean() {
        List<JvmDescription> dead = new ArrayList<>();
        for (Path place : places) {
            try {
                dead.addAll(Leftovers.clean(new SharedFolder(place, areChosen)));
            } catch (IOException e) {
                // It cannot be looked into: all() has met that, too.
            }
        }
        return dead;
    }

    /** The places themselves. */
    public List<Path> places() {
        return places;
    }

    /** Empty if the place cannot be looked into. */
    private Map<Path, JvmDescription> in(Path place) {
        if (!seen.containsKey(place)) {
            Map<Path, JvmDescription> found = new LinkedHashMap<>();
            seen.put(place, found);
            try {
                read(place, found);
            } catch (IOException e) {
                refused.put(place, e);
            }
        }
        return seen.get(place);
    }

    private void read(Path place, Map<Path, JvmDescription> found) throws IOException {
        for (Path mailbox : new SharedFolder(place, areChosen).mailboxes()) {
            JvmDescription description = JvmDescription.read(mailbox);
            if (description != null) {
                found.put(mailbox, description);
            }
        }
    }
}
