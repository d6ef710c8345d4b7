package io.lockgraft.spi;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * In whose name an attempt asks a store. Its text is {@code host:pid:RANDOM:NUMBER}, or {@code RANDOM:NUMBER} where the
 * JVM is not to be named. The number alone is not unique: two JVMs have the same ones. Immutable.
 */
public final class Owner {
    private static final Pattern NAMED = Pattern.compile("([A-Za-z0-9.-]+:[A-Za-z0-9.-]+):[0-9a-f]+:[0-9]+");
    private static final Pattern UNNAMED = Pattern.compile("[0-9a-f]+:[0-9]+");

    private final Jvm jvm;
    private final long number;
    private final String text;

    /** An owner of this number. {@link Jvm#newOwner} numbers those of a process. */
    public Owner(Jvm jvm, long number) {
        this.jvm = jvm;
        this.number = number;
        this.text = (jvm.name() == null ? "" : jvm.name() + ':') + jvm.id() + ':' + number;
    }

    /**
     * Who a holder is that a store's entry names, as a reader of the log knows it: {@code host:pid}. Null where the
     * entry does not tell. A text of another client's is returned as it is.
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

    /** Unique within its JVM. */
    public long number() {
        return number;
    }

    /** Unique over all JVMs. Of letters, digits, dots, hyphens and colons. */
    public String text() {
        return text;
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
        return text;
    }
}
