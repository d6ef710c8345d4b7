package io.lockgraft.spi;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * In whose name an attempt asks a store, and so what an entry of the store can tell of its holder. Its text is {@code
 * host:pid:RANDOM:NUMBER}, or {@code RANDOM:NUMBER} where the JVM is not to be named. The number alone is not unique:
 * two JVMs have the same ones. Immutable.
 */
public final class Owner {
    private static final Pattern NAMED = Pattern.compile("([A-Za-z0-9.-]+:[A-Za-z0-9.-]+):[0-9a-f]+:[0-9+]+");
    private static final Pattern UNNAMED = Pattern.compile("[0-9a-f]+:[0-9+]+");

    private final Jvm jvm;
    private final long number;
    private final String rule;
    private final String thread;

    /**
     * An owner of this number. {@link Jvm#newOwner} numbers those of a process.
     *
     * @param rule null where it is not to be told; so for the thread
     */
    public Owner(Jvm jvm, long number, String rule, String thread) {
        this.jvm = jvm;
        this.number = number;
        this.rule = rule;
        this.thread = thread;
    }

    /**
     * Who a holder is that a store's entry names, as a reader of the log knows it: {@code host:pid}. Null where the
     * entry does not tell. A text of another client's is returned as it is. A compound tells a number for each member,
     * with a plus between them.
     */
    public static String holder(String text) {
        if (text == null || text.isEmpty() || UNNAMED.matcher(text).matches()) {
            return null;
        }
        Matcher named = NAMED.matcher(text);
        return named.matches() ? named.group(1) : text;
    }

    public Jvm jvm() {
        return jvm;
    }

    /** Another owner for the same call, for a store that is made of several. */
    public Owner another() {
        return jvm.newOwner(rule, thread);
    }

    /** The rule under which the call is made; null where it is not to be told. */
    public String rule() {
        return rule;
    }

    /** The name of the thread that made the call; null where it is not to be told, or no thread waits. */
    public String thread() {
        return thread;
    }

    /** Unique within its JVM. */
    public long number() {
        return number;
    }

    /** Unique over all JVMs. Of letters, digits, dots, hyphens and colons. */
    public String text() {
        return jvm.beginning() + number;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Owner
                && ((Owner) other).number == number
                && ((Owner) other).jvm.id().equals(jvm.id());
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number) * 31 + jvm.id().hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}
