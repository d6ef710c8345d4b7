package io.lockgraft.store.zookeeper;

import java.net.InetSocketAddress;
import java.util.Collection;
import org.apache.zookeeper.client.HostProvider;

/** Servers to connect to, and when the client asked for one last: no connection of it was begun before. */
final class TimedHosts implements HostProvider {
    private final HostProvider hosts;
    private volatile long askedAt = System.nanoTime();

    TimedHosts(HostProvider hosts) {
        this.hosts = hosts;
    }

    /** By System.nanoTime. */
    long askedAt() {
        return askedAt;
    }

    @Override
    public int size() {
        return hosts.size();
    }

    @Override
    public InetSocketAddress next(long spinDelay) {
        InetSocketAddress next = hosts.next(spinDelay);
        askedAt = System.nanoTime();
        return next;
    }

    @Override
    public void onConnected() {
        hosts.onConnected();
    }

    /** The servers stay as they are. The client asks only in order to leave its server, and true lets it do so. */
    @Override
    public boolean updateServerList(Collection<InetSocketAddress> servers, InetSocketAddress current) {
        return true;
    }
}
