package io.lockgraft.store.redis.connect;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import org.redisson.client.NettyHook;

/** Adds to each new connection what a subclass says, beside what the configured hook does. */
public abstract class AddedHook implements NettyHook {
    private final NettyHook configured;

    protected AddedHook(NettyHook configured) {
        this.configured = configured;
    }

    @Override
    public final void afterBoostrapInitialization(Bootstrap bootstrap) {
        configured.afterBoostrapInitialization(bootstrap);
    }

    @Override
    public final void afterChannelInitialization(Channel channel) {
        addTo(channel);
        configured.afterChannelInitialization(channel);
    }

    protected abstract void addTo(Channel channel);
}
