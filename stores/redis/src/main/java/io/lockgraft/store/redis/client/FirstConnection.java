package io.lockgraft.store.redis.client;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.redisson.client.RedisConnection;

/**
 * Watches a connection while it is made, and tells the client's {@link Loading}. Its look runs on the thread that
 * reads, behind what there is to read: a thread that got no processor for long finds the answer first.
 */
final class FirstConnection extends ChannelDuplexHandler {
    /** Since this JVM has last done something. A server that is there answers sooner, on a busy machine too. */
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(1);

    private final Loading loading;
    private String server = "the lock server";
    private long last = System.nanoTime();

    FirstConnection(Loading loading) {
        this.loading = loading;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        context.executor().schedule(() -> look(context), SILENCE, TimeUnit.NANOSECONDS);
    }

    @Override
    public void connect(
            ChannelHandlerContext context, SocketAddress remote, SocketAddress local, ChannelPromise promise) {
        if (remote instanceof InetSocketAddress) {
            InetSocketAddress address = (InetSocketAddress) remote;
            server = address.getHostString() + ':' + address.getPort();
        }
        awaits(" has not answered");
        context.connect(remote, local, promise);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        boolean encrypted = context.pipeline().get(SslHandler.class) != null;
        String handshake = " the TLS handshake; perhaps it speaks no TLS (redis:// instead of rediss://)";
        awaits(" has taken it and not answered" + (encrypted ? handshake : ""));
        context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        awaits(" answers, and has not let us in");
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        last = System.nanoTime();
        context.write(message, promise);
    }

    private void awaits(String said) {
        loading.awaits("there is no connection yet: " + server + said);
        last = System.nanoTime();
    }

    private void look(ChannelHandlerContext context) {
        RedisConnection connection = RedisConnection.getFrom(context.channel());
        if (connection == null || connection.getConnectionPromise().isDone()) {
            if (!context.isRemoved()) {
                context.pipeline().remove(this);
            }
            return;
        }
        long left = last + SILENCE - System.nanoTime();
        if (left > 0) {
            context.executor().schedule(() -> look(context), left, TimeUnit.NANOSECONDS);
        } else {
            loading.silent();
        }
    }
}
