package io.lockgraft.testing.session;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The way of clients to a {@link SessionServer}. */
public final class Network {
    private final Set<ServedClient> clients = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    public void cut() {
        cut = true;
        clients.forEach(ServedClient::cutOff);
    }

    public void deliver() {
        if (cut) {
            cut = false;
            clients.forEach(ServedClient::reconnected);
        }
    }

    boolean isCut() {
        return cut;
    }

    void reach() throws IOException {
        if (cut) {
            throw new IOException("the network is cut");
        }
    }

    void add(ServedClient client) {
        clients.add(client);
    }
}
