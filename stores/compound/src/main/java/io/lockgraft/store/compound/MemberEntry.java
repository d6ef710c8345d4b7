package io.lockgraft.store.compound;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a member keeps of itself and of the list that it belongs to. Immutable. */
final class MemberEntry {
    private static final List<String> NONE = Collections.emptyList();
    private static final Pattern FORM = Pattern.compile("id=(\\S+) lease=(\\d{1,15}) from=(\\d{1,15}) members=(\\S*)");

    /** Random, and put once. By it the member is recognised, whatever address leads to it. */
    final String id;

    /** The longest lease that any JVM asks this member for, in milliseconds. */
    final long lease;

    /** When it begins to vote, by its own clock; 0 for a member of the first start. */
    final long from;

    /** The ids of all members, sorted. Empty until a JVM has reached all of them. */
    final List<String> members;

    final String text;

    MemberEntry(String id, long lease, long from, List<String> members) {
        this(id, lease, from, members, text(id, lease, from, members));
    }

    private MemberEntry(String id, long lease, long from, List<String> members, String text) {
        this.id = id;
        this.lease = lease;
        this.from = from;
        this.members = members;
        this.text = text;
    }

    /** Null where there is no entry. One that another version wrote has no id. */
    static MemberEntry read(String text) {
        Matcher form = FORM.matcher(text);
        if (text.isEmpty()) {
            return null;
        }
        if (!form.matches()) {
            return new MemberEntry("", 0, 0, NONE, text);
        }
        String list = form.group(4);
        List<String> members = list.isEmpty() ? NONE : Arrays.asList(list.split(","));
        return new MemberEntry(
                form.group(1), Long.parseLong(form.group(2)), Long.parseLong(form.group(3)), members, text);
    }

    private static String text(String id, long lease, long from, List<String> members) {
        return "id=" + id + " lease=" + lease + " from=" + from + " members=" + String.join(",", members);
    }

    boolean isReadable() {
        return !id.isEmpty();
    }

    boolean hasList() {
        return !members.isEmpty();
    }
}
