package io.lockgraft.backend.redis;

import io.lockgraft.rules.RedisSettings;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.BaseConfig;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;
import org.redisson.config.EqualJitterDelay;
import org.redisson.config.SingleServerConfig;

/**
 * Turns the rules file's {@code redis} section into a Redisson configuration that suits locks: few connections and
 * threads, no retries of its own (they would hide whether a command was executed), quick reconnection. Of a whole
 * Redisson file only what its author left at Redisson's default is changed, and what the agent cannot do without.
 */
final class ClientConfig {
    static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);

    /** Below ten Redisson sends on a connection before the last answer is there, which keeps commands in order. */
    private static final int CONNECTIONS = 4;

    private ClientConfig() {}

    static Duration timeout(RedisSettings settings) {
        return settings.timeout() == null ? DEFAULT_TIMEOUT : settings.timeout();
    }

    static Config of(RedisSettings settings) throws IOException {
        Config config;
        if (settings.config() == null) {
            config = new Config();
            SingleServerConfig server = config.useSingleServer();
            server.setAddress(settings.address()).setDatabase(settings.database());
            config.setUsername(settings.username());
            config.setPassword(settings.password());
        } else {
            config = Config.fromYAML(new File(settings.config()), ClientConfig.class.getClassLoader());
        }
        if (config.isSingleConfig()) {
            SingleServerConfig server = config.useSingleServer();
            trim(server, timeout(settings));
            trimPools(server);
        }
        config.setCodec(StringCodec.INSTANCE);
        config.setUseThreadClassLoader(false);
        config.setUseScriptCache(true);
        config.setLazyInitialization(true);
        config.setReferenceEnabled(false);
        if (config.getNettyThreads() == new Config().getNettyThreads()) {
            config.setNettyThreads(2);
        }
        if (config.getNettyExecutor() == null && config.getEventLoopGroup() == null) {
            config.setNettyExecutor(new DaemonThreads("lockgraft-redis-io"));
        }
        if (config.getExecutor() == null) {
            int threads = config.getThreads() == new Config().getThreads() ? 2 : Math.max(1, config.getThreads());
            ThreadPoolExecutor executor = new ThreadPoolExecutor(
                    threads,
                    threads,
                    10,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    new DaemonThreads("lockgraft-redis-work"));
            executor.allowCoreThreadTimeOut(true);
            config.setExecutor(executor);
        }
        return config;
    }

    private static void trim(BaseConfig<?> config, Duration timeout) {
        SingleServerConfig untouched = new Config().useSingleServer();
        int millis = (int) Math.min(Integer.MAX_VALUE, Math.max(1, timeout.toMillis()));
        if (config.getTimeout() == untouched.getTimeout()) {
            config.setTimeout(millis);
        }
        if (config.getConnectTimeout() == untouched.getConnectTimeout()) {
            config.setConnectTimeout(Math.max(millis, 500));
        }
        if (config.getPingConnectionInterval() == untouched.getPingConnectionInterval()) {
            // A connection whose peer has gone without a word is found within two of these.
            config.setPingConnectionInterval(Math.max(1000, Math.min(millis, 5000)));
        }
        if (config.getClientName() == null) {
            config.setClientName("lockgraft");
        }
        config.setRetryAttempts(0);
        config.setRetryDelay(new ConstantDelay(Duration.ofSeconds(1)));
        config.setReconnectionDelay(new EqualJitterDelay(Duration.ofMillis(100), Duration.ofSeconds(1)));
    }

    private static void trimPools(SingleServerConfig config) {
        SingleServerConfig untouched = new Config().useSingleServer();
        if (config.getConnectionMinimumIdleSize() == untouched.getConnectionMinimumIdleSize()) {
            config.setConnectionMinimumIdleSize(1);
        }
        if (config.getConnectionPoolSize() == untouched.getConnectionPoolSize()) {
            config.setConnectionPoolSize(Math.max(CONNECTIONS, config.getConnectionMinimumIdleSize()));
        }
        if (config.getSubscriptionConnectionMinimumIdleSize() == untouched.getSubscriptionConnectionMinimumIdleSize()) {
            config.setSubscriptionConnectionMinimumIdleSize(0);
        }
    }
}
