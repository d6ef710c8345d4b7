package io.lockgraft.rules;

import io.lockgraft.language.pattern.MethodPattern;

/** Where the hold of a call ends: {@code hold.until}. Immutable. */
public final class Until {
    /** With its work: an active transaction and a result that is not there yet are part of it. */
    public static final Until WORK = new Until(null);

    /** With its work. A call whose work cannot be followed fails, before its body where that is known by then. */
    public static final Until STRICT = new Until(null);

    /** With the method, whatever follows. */
    public static final Until RETURN = new Until(null);

    private final MethodPattern call;

    private Until(MethodPattern call) {
        this.call = call;
    }

    /** With the nearest call of such a method around it, on the same thread. */
    public static Until endOf(MethodPattern call) {
        return new Until(call);
    }

    /** The methods that are meant; null where it names none. */
    public MethodPattern call() {
        return call;
    }

    /** True if both name methods, and by the same text: the file may have been read again in between. */
    public boolean isSameCall(Until other) {
        return call != null && other.call != null && call.toString().equals(other.call.toString());
    }

    /** True if the hold ends with the work of its call. */
    public boolean isWork() {
        return this == WORK || this == STRICT;
    }

    /** True if a call fails whose work cannot be followed. */
    public boolean isStrict() {
        return this == STRICT;
    }

    @Override
    public String toString() {
        return call != null ? call.toString() : isStrict() ? "work (strict)" : isWork() ? "work" : "return";
    }
}
