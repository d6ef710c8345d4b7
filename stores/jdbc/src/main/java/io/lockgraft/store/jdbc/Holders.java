package io.lockgraft.store.jdbc;

import io.lockgraft.spi.Owner;
import io.lockgraft.spi.StoredLock;
import java.util.List;

/** The readers or the permits of a key, each with a lease of its own. Those whose lease is over are gone. */
final class Holders {
    private final List<String[]> lines;
    private final long now;

    /** @param now of the server, in microseconds */
    Holders(String text, long now) {
        this.lines = Lines.read(text);
        this.now = now;
        lines.removeIf(each -> Long.parseLong(each[1]) <= now);
    }

    String text() {
        return Lines.write(lines);
    }

    int count() {
        return lines.size();
    }

    boolean has(String owner) {
        return Lines.indexOf(lines, owner) >= 0;
    }

    /** Null where there is none. */
    String first() {
        return lines.isEmpty() ? null : lines.get(0)[0];
    }

    /** Lets it in for so many microseconds, or begins its lease anew. */
    void hold(Owner owner, long micros) {
        int place = Lines.indexOf(lines, owner.text());
        String ends = String.valueOf(now + micros);
        if (place < 0) {
            lines.add(new String[] {
                owner.text(), ends, String.valueOf(now), Lines.plain(owner.rule()), Lines.plain(owner.thread())
            });
        } else {
            lines.get(place)[1] = ends;
        }
    }

    /** Returns whether it was inside. */
    boolean leave(String owner) {
        return lines.removeIf(each -> each[0].equals(owner));
    }

    /** When the last lease ends; now where there is none. */
    long end() {
        long end = now;
        for (String[] each : lines) {
            end = Math.max(end, Long.parseLong(each[1]));
        }
        return end;
    }

    void tell(String key, List<StoredLock> all) {
        for (String[] each : lines) {
            all.add(Row.lock(
                    key, each[0], each[3], each[4], now - Long.parseLong(each[2]), Long.parseLong(each[1]) - now));
        }
    }
}
