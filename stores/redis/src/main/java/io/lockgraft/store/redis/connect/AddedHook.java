package io.lockgraft.store.redis.connect;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import java.util.function.Consumer;
import org.redisson.client.NettyHook;

/** Adds handlers to each new connection, beside what the configured hook does. */
public final class AddedHook implements NettyHook {
    private final NettyHook configured;
    private final Consumer<Channel> adding;

    public AddedHook(NettyHook configured, Consumer<Channel> adding) {
        this.configured = configured;
        this.adding = adding;
    }

    @Override
    public void afterBoostrapInitialization(Bootstrap bootstrap) {
        configured.afterBoostrapInitialization(bootstrap);
    }

    @Override
    public void afterChannelInitialization(Channel channel) {
        adding.accept(channel);
        configured.afterChannelInitialization(channel);
    }
}
