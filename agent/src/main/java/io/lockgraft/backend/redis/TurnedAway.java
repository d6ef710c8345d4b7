package io.lockgraft.backend.redis;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLException;
import org.redisson.client.NettyHook;
import org.redisson.client.RedisConnection;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.handler.ConnectionWatchdog;

/**
 * Ends the making of a connection that the server has ended. Redisson would wait until the answers to its first commands
 * are late, and then not know why there were none: a server that wants a certificate of its clients says so when the
 * handshake of TLS 1.3 is over for the client, and one that is on its way out may take a connection and drop it.
 */
final class TurnedAway implements NettyHook {
    private static final String NAME = "lockgraft-turned-away";

    private final NettyHook configured;

    /** @param configured what is to be done beside it */
    TurnedAway(NettyHook configured) {
        this.configured = configured;
    }

    @Override
    public void afterBoostrapInitialization(Bootstrap bootstrap) {
        configured.afterBoostrapInitialization(bootstrap);
    }

    /** In front of what would connect again by itself. */
    @Override
    public void afterChannelInitialization(Channel channel) {
        String watchdog = channel.pipeline().context(ConnectionWatchdog.class).name();
        channel.pipeline().addBefore(watchdog, NAME, new Listener());
        configured.afterChannelInitialization(channel);
    }

    private static final class Listener extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
            for (Throwable cause = error; cause != null; cause = cause.getCause()) {
                if (cause instanceof SSLException) {
                    end(context.channel(), cause);
                    break;
                }
            }
            context.fireExceptionCaught(error);
        }

        /** The network may lose the alert that says why, where what we had sent meanwhile finds nobody any more. */
        @Override
        public void channelInactive(ChannelHandlerContext context) {
            boolean encrypted = context.pipeline().get(SslHandler.class) != null;
            end(
                    context.channel(),
                    new RedisConnectionException("it closed the connection before it was made"
                            + (encrypted ? ", as a server does that wants a certificate of its clients" : "")));
            context.fireChannelInactive();
        }

        /** One that has been made is none of its business. */
        private static void end(Channel channel, Throwable why) {
            RedisConnection connection = RedisConnection.getFrom(channel);
            if (connection != null && !connection.getConnectionPromise().isDone()) {
                connection.closeAsync();
                connection.getConnectionPromise().completeExceptionally(why);
            }
        }
    }
}
