package io.lockgraft.store.jdbc;

import io.lockgraft.spi.LockKind;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The claims that wait for a key, in the order in which they came. One that has not been seen for {@link #ALIVE_MILLIS}
 * is dead and has no place. Nor has one whose sign is as far ahead: the clock was put back, and those that live come
 * again.
 */
final class Places {
    /** After so many milliseconds without a sign a waiter is passed over. */
    static final long ALIVE_MILLIS = 4_000;

    private static final long ALIVE = TimeUnit.MILLISECONDS.toMicros(ALIVE_MILLIS);
    /** A waiter gives a sign so often, in microseconds; that is a write. */
    private static final long SIGN = ALIVE / 4;

    private static final String READER = "r";
    private static final String OTHER = "x";

    private final List<String[]> lines;
    private final long now;

    /** @param now of the server, in microseconds */
    Places(String text, long now) {
        this.lines = Lines.read(text);
        this.now = now;
        lines.removeIf(each -> Math.abs(Long.parseLong(each[1]) - now) >= ALIVE);
    }

    String text() {
        return Lines.write(lines);
    }

    /** Whether all that come before this owner are readers. One without a place comes last. */
    boolean areReadersBefore(String owner) {
        for (String[] each : lines) {
            if (each[0].equals(owner)) {
                return true;
            }
            if (!each[2].equals(READER)) {
                return false;
            }
        }
        return true;
    }

    boolean isFirst(String owner) {
        return lines.isEmpty() || lines.get(0)[0].equals(owner);
    }

    /** Returns whether it had a place. */
    boolean leave(String owner) {
        return lines.removeIf(each -> each[0].equals(owner));
    }

    /** Gives it the last place, or a sign that it is alive. Returns whether anything has changed. */
    boolean join(String owner, LockKind kind) {
        int place = Lines.indexOf(lines, owner);
        if (place < 0) {
            lines.add(new String[] {owner, String.valueOf(now), kind == LockKind.READ ? READER : OTHER});
            return true;
        }
        String[] line = lines.get(place);
        if (Long.parseLong(line[1]) > now - SIGN) {
            return false;
        }
        line[1] = String.valueOf(now);
        return true;
    }
}
