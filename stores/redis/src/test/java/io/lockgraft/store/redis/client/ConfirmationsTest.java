package io.lockgraft.store.redis.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.TcpProxy;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.resolver.DefaultAddressResolverGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.api.RScript;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisClientConfig;

/** Connections on which replicas are waited for. */
@Timeout(60)
final class ConfirmationsTest {
    private static final long GRANTED = 1;
    private static final long BUSY = 2;

    private final RedisServer server = RedisServer.start();
    private final TcpProxy network = new TcpProxy(server.port());
    private final EventLoopGroup threads = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final RedisClientConfig config = new RedisClientConfig();
    private RedisClient client;

    @AfterEach
    void close() {
        client.shutdown();
        threads.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        network.close();
        server.close();
    }

    @Test
    void aConnectionThatOwesAnAnswerIsNotHandedOnToTheNext() throws Exception {
        connect();
        Confirmations confirmations = new Confirmations("the lock", 1, idle -> {});
        List<CompletableFuture<Long>> first = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            first.add(run(confirmations, client, GRANTED));
        }
        await().atMost(Duration.ofSeconds(25))
                .until(() -> Integer.parseInt(server.info("clients", "connected_clients")) > 64);
        CompletableFuture<Long> next = run(confirmations, client, BUSY);

        network.holdAnswers();

        assertThat(next.get(20, TimeUnit.SECONDS)).isEqualTo(BUSY);
        for (CompletableFuture<Long> each : first) {
            assertThat(each).failsWithin(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void whatFoundNoConnectionHasSurelyNotBeenSent() {
        config.setClientName("name");
        connect();
        network.cutAnswers();

        CompletableFuture<Long> answer = run(new Confirmations("the lock", 1, idle -> {}), client, GRANTED);

        assertThat(answer)
                .failsWithin(20, TimeUnit.SECONDS)
                .withThrowableThat()
                .satisfies(error ->
                        assertThat(Failure.of(error).isUnsent()).as("%s", error).isTrue());
    }

    private void connect() {
        config.setAddress(network.address()).setCommandTimeout(2000);
        config.setGroup(threads).setSocketChannelClass(NioSocketChannel.class);
        config.setResolverGroup(DefaultAddressResolverGroup.INSTANCE);
        client = RedisClient.create(config);
    }

    private static CompletableFuture<Long> run(Confirmations confirmations, RedisClient client, long answer) {
        List<Object> none = Collections.emptyList();
        return confirmations
                .run(
                        client,
                        new Script<>(
                                null, RScript.ReturnType.LIST, "return {" + answer + "}", none, none, said -> said),
                        said -> said.contains(GRANTED),
                        System.nanoTime() + TimeUnit.SECONDS.toNanos(15))
                .thenApply(said -> (Long) said.get(0));
    }
}
