package io.lockgraft.store.zookeeper;

import io.lockgraft.spi.Owner;
import io.lockgraft.spi.StoredLock;
import java.nio.charset.StandardCharsets;

/** What a lock's node tells a reader: owner, rule, thread, and since when it has the key, a line each. */
final class NodeData {
    private NodeData() {}

    static byte[] of(Owner owner) {
        String text = owner.text()
                + '\n'
                + line(owner.rule())
                + '\n'
                + line(owner.thread())
                + '\n'
                + System.currentTimeMillis();
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String line(String text) {
        return text == null ? "" : text.replace('\n', ' ');
    }

    /** @param data what is no data of ours tells nothing */
    static StoredLock read(String key, String owner, byte[] data) {
        String[] lines = new String(data == null ? new byte[0] : data, StandardCharsets.UTF_8).split("\n", -1);
        if (lines.length != 4 || !lines[3].matches("[0-9]{1,18}")) {
            return new StoredLock(key, owner, null, null, -1, -1);
        }
        long held = Math.max(0, System.currentTimeMillis() - Long.parseLong(lines[3]));
        return new StoredLock(key, owner, orNull(lines[1]), orNull(lines[2]), held, -1);
    }

    private static String orNull(String line) {
        return line.isEmpty() ? null : line;
    }
}
