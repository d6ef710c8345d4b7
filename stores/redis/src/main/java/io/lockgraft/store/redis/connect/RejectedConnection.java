package io.lockgraft.store.redis.connect;

import io.lockgraft.store.redis.failure.TurnedAwayException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLException;
import org.redisson.client.RedisConnection;
import org.redisson.client.handler.ConnectionWatchdog;

/**
 * Ends the making of a connection that the server has closed, and tells why. Redisson would wait for the answers to its
 * first commands, and not know the reason. A server that wants a client certificate says so after the client's TLS 1.3
 * handshake. A server that is shutting down may take a connection and drop it.
 */
final class RejectedConnection extends ChannelInboundHandlerAdapter {
    private static final String CERTIFICATE = "perhaps it wants a certificate of its clients that it trusts";
    private static final int TOLD = 100;

    private String said;
    private SSLException alert;

    /** In front of what would connect again by itself. */
    static void addTo(Channel channel) {
        String watchdog = channel.pipeline().context(ConnectionWatchdog.class).name();
        channel.pipeline().addBefore(watchdog, null, new RejectedConnection());
    }

    @Override
    public void channelRegistered(ChannelHandlerContext context) {
        RedisConnection connection = RedisConnection.getFrom(context.channel());
        if (connection != null) {
            // A write that fails must not keep what the server said before it left from being read.
            context.channel().config().setAutoClose(false);
            connection.getConnectionPromise().whenComplete((made, error) -> {
                context.channel().config().setAutoClose(true);
                if (error == null) {
                    context.pipeline().remove(this);
                }
            });
        }
        context.fireChannelRegistered();
    }

    /** A server may say why, as the answer to the first command. */
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (said == null && message instanceof ByteBuf) {
            ByteBuf bytes = (ByteBuf) message;
            int length = Math.min(bytes.readableBytes(), TOLD);
            String text = bytes.toString(bytes.readerIndex(), length, StandardCharsets.UTF_8);
            said = text.startsWith("-") ? text.substring(1).split("\r|\n", 2)[0] : "";
        }
        context.fireChannelRead(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
        RedisConnection connection = beingMade(context);
        for (Throwable cause = error; cause != null && connection != null; cause = cause.getCause()) {
            if (cause instanceof SSLException && alert == null) {
                alert = (SSLException) cause;
                connection.closeIdleAsync();
            }
        }
        context.fireExceptionCaught(error);
    }

    /**
     * Where this JVM has closed the connection, the code that did so tells why. In any case it is closed as an idle
     * one: a lost one would take with it what is under way on others.
     */
    @Override
    public void channelInactive(ChannelHandlerContext context) {
        RedisConnection connection = RedisConnection.getFrom(context.channel());
        boolean open = beingMade(context) != null;
        boolean turnedAway = open && (alert != null || !connection.isClosed());
        if (connection != null && (open || connection.getConnectionPromise().isCompletedExceptionally())) {
            connection.closeIdleAsync();
        }
        context.fireChannelInactive();
        if (turnedAway) {
            connection.getConnectionPromise().completeExceptionally(why(context, connection));
        }
    }

    /** Null where it has been made, or will not be. */
    private static RedisConnection beingMade(ChannelHandlerContext context) {
        RedisConnection connection = RedisConnection.getFrom(context.channel());
        return connection == null || connection.getConnectionPromise().isDone() ? null : connection;
    }

    /** The network may lose the alert, where the client has written to a closed connection meanwhile. */
    private Throwable why(ChannelHandlerContext context, RedisConnection connection) {
        if (alert != null) {
            return new SSLException(alert.getMessage() + "; " + CERTIFICATE, alert);
        }
        String closed = connection.getRedisClient().getAddr() + " closed the connection before it was made";
        if (said == null && context.pipeline().get(SslHandler.class) != null) {
            return new TurnedAwayException(closed + "; " + CERTIFICATE, said);
        }
        return new TurnedAwayException(said == null || said.isEmpty() ? closed : closed + ": " + said, said);
    }
}
