package io.lockgraft.manage.mailbox;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the mailboxes of JVMs of this user, also in containers: through the root folder of their processes. */
public final class Mailboxes {
    private final List<Path> places;
    private final boolean areChosen;
    /** What was found in each place. */
    private final Map<Path, Map<Path, Description>> seen = new LinkedHashMap<>();

    /** @param named where JVMs with {@code manage.folder} have their mailboxes, or null for the usual places */
    public Mailboxes(File named) {
        areChosen = named != null;
        places = named == null
                ? Mailbox.places()
                : Collections.singletonList(named.toPath().toAbsolutePath());
    }

    /** The mailbox of the process, or null. */
    public FoundMailbox of(ProcessEntry process) throws IOException {
        FoundMailbox latest = null;
        for (Path place : places) {
            Path seenAs = process.hasOtherMounts() ? process.place(place.toString()) : place;
            for (Map.Entry<Path, Description> each : in(seenAs).entrySet()) {
                // A file that is left from before a restart of the machine may say the same.
                if (each.getValue().isOf(process)
                        && (latest == null
                                || each.getValue().touched()
                                        > latest.description().touched())) {
                    latest = new FoundMailbox(each.getKey(), each.getValue(), process);
                }
            }
        }
        return latest;
    }

    /** What a JVM that had this pid has left in the places of this process, or null. */
    public Description leftBy(String pid) {
        String namespace = ProcessEntry.self().namespace("pid");
        try {
            for (Path place : places) {
                for (Description each : in(place).values()) {
                    if (each.pid().equals(pid) && each.namespace().equals(namespace)) {
                        return each;
                    }
                }
            }
        } catch (IOException hidden) {
            // Then nothing is known of it.
        }
        return null;
    }

    /** Those of all processes of this user, by their pids. */
    public List<FoundMailbox> all() throws IOException {
        List<FoundMailbox> all = new ArrayList<>();
        if (!ProcessEntry.isLinux()) {
            for (Path place : places) {
                in(place).forEach((mailbox, description) -> all.add(new FoundMailbox(mailbox, description, null)));
            }
            return all;
        }
        ProcessEntry self = ProcessEntry.self();
        for (ProcessEntry process : ProcessEntry.all()) {
            boolean mayBeAsked = process.user() == self.user() && !(self.user() == 0 && process.hasOtherMounts());
            FoundMailbox found = mayBeAsked && !process.isZombie() ? of(process) : null;
            if (found != null) {
                all.add(found);
            }
        }
        return all;
    }

    /** Removes what dead JVMs have left in the places of this process. Returns what they had said of themselves. */
    public List<Description> clean() {
        List<Description> dead = new ArrayList<>();
        for (Path place : places) {
            try {
                dead.addAll(Leftovers.clean(new Place(place, areChosen)));
            } catch (IOException e) {
                // Nobody may write there, so nobody has left anything.
            }
        }
        return dead;
    }

    /** The places themselves. */
    public List<Path> places() {
        return places;
    }

    private Map<Path, Description> in(Path place) throws IOException {
        Map<Path, Description> found = seen.get(place);
        if (found == null) {
            found = new LinkedHashMap<>();
            for (Path mailbox : new Place(place, areChosen).mailboxes()) {
                Description description = Description.read(mailbox);
                if (description != null) {
                    found.put(mailbox, description);
                }
            }
            seen.put(place, found);
        }
        return found;
    }
}
