package io.lockgraft.store.consul;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.queue.Share;

/**
 * The value of an owner's entry: owner, kind, rule, thread, and since when it has the key, a line each. One session has
 * the entries of all owners of a JVM, so only their values and names tell them apart. Immutable.
 */
final class OwnerText {
    private static final int LINES = 5;

    private final String[] lines;
    private final Share share;

    private OwnerText(String[] lines, Share share) {
        this.lines = lines;
        this.share = share;
    }

    /** @param since in milliseconds since 1970; 0 where it is not to be told */
    static String of(Request request, long since) {
        return request.owner().text()
                + '\n'
                + Share.of(request)
                + '\n'
                + line(request.owner().rule())
                + '\n'
                + line(request.owner().thread())
                + '\n'
                + since;
    }

    private static String line(String text) {
        return text == null ? "" : text.replace('\n', ' ');
    }

    /** Null where this store has not written it. */
    static OwnerText read(String value) {
        String[] lines = value.split("\n", -1);
        Share share = lines.length == LINES ? Share.read(lines[1]) : null;
        return share != null && lines[4].matches("[0-9]{1,18}") ? new OwnerText(lines, share) : null;
    }

    String owner() {
        return lines[0];
    }

    Share share() {
        return share;
    }

    StoredLock lock(String key, long leftMillis) {
        long since = Long.parseLong(lines[4]);
        long held = since == 0 ? -1 : Math.max(0, System.currentTimeMillis() - since);
        return new StoredLock(key, owner(), orNull(lines[2]), orNull(lines[3]), held, leftMillis);
    }

    private static String orNull(String line) {
        return line.isEmpty() ? null : line;
    }
}
