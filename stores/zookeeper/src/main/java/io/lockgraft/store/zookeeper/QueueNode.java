package io.lockgraft.store.zookeeper;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.queue.Contender;
import io.lockgraft.spi.queue.KeyQueue;
import io.lockgraft.spi.queue.Share;
import java.util.ArrayList;
import java.util.List;

/** An owner's node under a key, named {@code OWNER!SHARE!SESSION!SEQUENCE}. Immutable. */
final class QueueNode implements Contender {
    private static final char SEPARATOR = '!';

    private final String name;
    private final String owner;
    private final Share share;
    private final int sequence;

    private QueueNode(String name, String owner, Share share, int sequence) {
        this.name = name;
        this.owner = owner;
        this.share = share;
        this.sequence = sequence;
    }

    /** The name of a node for this request, without the sequence that the server puts behind it. */
    static String prefix(Request request, long session) {
        return request.owner().text()
                + SEPARATOR
                + Share.of(request)
                + SEPARATOR
                + Long.toHexString(session)
                + SEPARATOR;
    }

    /** @param names what is no name of ours is left out */
    static KeyQueue<QueueNode> queue(List<String> names) {
        List<QueueNode> inOrder = new ArrayList<>();
        for (String name : names) {
            QueueNode node = read(name);
            if (node != null) {
                inOrder.add(node);
            }
        }
        // The server counts in an int that overflows: only the difference tells which came first.
        inOrder.sort((one, other) -> one.sequence - other.sequence);
        return new KeyQueue<>(inOrder);
    }

    private static QueueNode read(String name) {
        String[] parts = name.split(String.valueOf(SEPARATOR));
        Share share = parts.length == 4 ? Share.read(parts[1]) : null;
        try {
            return share == null ? null : new QueueNode(name, parts[0], share, Integer.parseInt(parts[3]));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Share share() {
        return share;
    }

    String owner() {
        return owner;
    }
}
