package io.lockgraft.store.redis.connect;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.redisson.client.protocol.CommandData;

/**
 * Replaces a script by which Redisson looks at each server that it connects to. That script reads {@code test1} and
 * {@code test2}, to find out for lock objects that the agent does not use whether the server is a cluster's. A user
 * without rights on these keys would be denied it, and the server would note that in its ACL LOG.
 */
final class Unprobed extends ChannelOutboundHandlerAdapter {
    private static final String PROBED = "test1";

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise written) {
        context.write(message instanceof CommandData ? harmless((CommandData<?, ?>) message) : message, written);
    }

    private static <T, R> CommandData<T, R> harmless(CommandData<T, R> command) {
        Object[] values = command.getParams();
        return values == null || values.length != 4 || !PROBED.equals(values[2])
                ? command
                : new CommandData<>(
                        command.getPromise(), command.getCodec(), command.getCommand(), new Object[] {"return 0", 0});
    }
}
