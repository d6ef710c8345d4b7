package io.lockgraft.store.compound;

import io.lockgraft.spi.StoreEntry;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What this JVM knows of the members' entries, and what follows from them: the list of members, their order, and whose
 * vote counts. Guarded by its monitor; it asks no store.
 */
final class Roster {
    private final Member[] members;

    /** By member: its entry as it was read last; null where it was not, or there is none. */
    private final MemberEntry[] known;

    /** By member: the id by which this JVM has known it as one of the list; or null. */
    private final String[] homes;

    /** In milliseconds. */
    private long longestLease;

    /** Empty while no member is known to keep one; set once. */
    private List<String> list = Collections.emptyList();

    private volatile int[] order;

    Roster(Member[] members) {
        this.members = members;
        this.known = new MemberEntry[members.length];
        this.homes = new String[members.length];
        this.order = IntStream.range(0, members.length).toArray();
    }

    /** The numbers of the members in the order of their ids: the same in each JVM. Those without an id come last. */
    int[] order() {
        return order;
    }

    synchronized boolean hasList() {
        return !list.isEmpty();
    }

    /** Takes in a lease that members are about to be asked for. */
    synchronized void longestLease(long millis) {
        longestLease = Math.max(longestLease, millis);
    }

    /** Takes in an entry that was read. */
    synchronized MemberEntry see(Member member, String text) {
        MemberEntry last = known[member.number];
        if (last != null && last.text.equals(text)) {
            return last;
        }
        MemberEntry entry = MemberEntry.read(text);
        known[member.number] = entry;
        if (entry != null) {
            longestLease = Math.max(longestLease, entry.lease);
            list = list.isEmpty() ? entry.members : list;
        }
        if (isFirstStart()) {
            list = Arrays.stream(known).map(each -> each.id).sorted().collect(Collectors.toList());
        }
        settle();
        return entry;
    }

    /** Whether all members have been reached, are different, and none keeps a list: then they are the list. */
    private boolean isFirstStart() {
        return list.isEmpty()
                && Arrays.stream(known).allMatch(each -> each != null && each.isReadable())
                && Arrays.stream(known).map(each -> each.id).distinct().count() == known.length;
    }

    /** Derives what follows from an entry, or from the list, that has become known. */
    private void settle() {
        for (int i = 0; i < known.length; i++) {
            boolean isOurs = !list.isEmpty() && known[i] != null && isOurs(known[i]);
            if (isOurs && twin(known[i].id, members[i]) == null) {
                homes[i] = known[i].id;
            }
        }
        Comparator<String> byId = Comparator.nullsLast(Comparator.naturalOrder());
        order = IntStream.range(0, known.length)
                .boxed()
                .sorted(Comparator.comparing(this::idInOrder, byId))
                .mapToInt(i -> i)
                .toArray();
    }

    private String idInOrder(int i) {
        boolean first = list.isEmpty() && known[i] != null && known[i].isReadable();
        return first ? known[i].id : homes[i];
    }

    /** The entry as it was read last; null where it was not, or there is none. */
    synchronized MemberEntry known(Member member) {
        return known[member.number];
    }

    /** Whether the entry belongs to the list, or to none while there is none. */
    private boolean isOurs(MemberEntry entry) {
        return entry.isReadable()
                && (list.isEmpty() || list.contains(entry.id))
                && (!entry.hasList() || entry.members.equals(list));
    }

    /**
     * Whether there is nothing to write into the member's entry, as it was read last, for this lease. An entry that
     * another member has, too, must be read again: the address of one of them may have led to the other for a while.
     */
    synchronized boolean isInOrder(Member member, long leaseMillis) {
        MemberEntry entry = known[member.number];
        return entry != null
                && isOurs(entry)
                && entry.members.equals(list)
                && entry.lease >= leaseMillis
                && twin(entry.id, member) == null;
    }

    /** What the member's entry should be; null where it is right, or not this JVM's to change. */
    synchronized MemberEntry next(Member member) {
        MemberEntry entry = known[member.number];
        if (entry == null) {
            boolean isFirst = list.isEmpty();
            return isFirst ? new MemberEntry(UUID.randomUUID().toString(), longestLease, 0, list) : null;
        }
        boolean isRight = !isOurs(entry) || entry.members.equals(list) && entry.lease >= longestLease;
        return isRight ? null : new MemberEntry(entry.id, longestLease, entry.from, list);
    }

    /** Whether this JVM knew the member as one of the list, and its entry is gone. */
    synchronized boolean hasForgotten(Member member) {
        MemberEntry entry = known[member.number];
        return homes[member.number] != null
                && (entry == null || entry.isReadable() && !entry.hasList() && !list.contains(entry.id));
    }

    /**
     * The entry of a member that has forgotten its own; null where another member has that id now.
     *
     * @param millis the member's clock when it was found to have forgotten
     */
    synchronized MemberEntry again(Member member, long millis) {
        String id = homes[member.number];
        long from = millis + longestLease + longestLease / 100 + 2; // its clock may be faster than those of the leases
        return twin(id, member) == null ? new MemberEntry(id, longestLease, from, list) : null;
    }

    /** Another member with this id, or null. */
    private Member twin(String id, Member but) {
        for (Member each : members) {
            MemberEntry entry = each == but ? null : known[each.number];
            if (entry != null && entry.isReadable() && entry.id.equals(id)) {
                return each;
            }
        }
        return null;
    }

    /** Why the member has no vote: it is a store that has one by another name already; else null. */
    synchronized NoVoteException twin(Member member) {
        MemberEntry entry = known[member.number];
        return entry == null ? null : sameAs(twin(entry.id, member));
    }

    private static NoVoteException sameAs(Member twin) {
        return twin == null ? null : NoVoteException.forGood("it is the same store as " + twin);
    }

    /**
     * Why a grant of the member does not count; null where it does.
     *
     * @param read the member's entry as it was when it granted, or later
     */
    synchronized NoVoteException objection(Member member, StoreEntry read, long leaseMillis) {
        MemberEntry entry = entry(member, read);
        if (entry == null) {
            return NoVoteException.forNow("it has lost its data");
        } else if (!entry.isReadable()) {
            return NoVoteException.forGood("another version of Lockgraft wrote its entry: " + entry.text);
        } else if (!list.isEmpty() && list.size() != members.length) {
            return NoVoteException.forGood(
                    "the stores keep a list of " + list.size() + " members, and here are " + members.length);
        } else if (!isOurs(entry)) {
            return entry.hasList()
                    ? NoVoteException.forGood("it belongs to another list of members")
                    : NoVoteException.forNow("it is not in the list of members that the other stores keep");
        } else if (read.millis() < entry.from) {
            return NoVoteException.forNow(
                    "it lost its data, and votes again in " + (entry.from - read.millis()) + " ms");
        }
        return entry.lease < leaseMillis
                ? NoVoteException.forNow("it does not know so long a lease yet")
                : sameAs(twin(entry.id, member));
    }

    /**
     * When the member began to vote again behind a loss of its data, in milliseconds since 1970 by its clock; 0 where
     * it never has lost them.
     *
     * @param read the member's entry, or null
     */
    synchronized long votesSince(Member member, StoreEntry read) {
        MemberEntry entry = read == null ? null : entry(member, read);
        return entry == null || !entry.isReadable() ? 0 : entry.from;
    }

    /** As it was read: what is known may be newer. */
    private MemberEntry entry(Member member, StoreEntry read) {
        MemberEntry last = known[member.number];
        return last != null && last.text.equals(read.text()) ? last : MemberEntry.read(read.text());
    }

    /** The members whose entries have not been read. */
    synchronized List<Member> unread() {
        return Arrays.stream(members).filter(each -> known[each.number] == null).collect(Collectors.toList());
    }
}
