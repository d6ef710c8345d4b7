package io.lockgraft.store.redis.connect;

import java.time.Duration;
import org.redisson.config.BaseConfig;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.ClusterServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;
import org.redisson.config.EqualJitterDelay;
import org.redisson.config.ReadMode;
import org.redisson.config.SentinelServersConfig;
import org.redisson.config.SingleServerConfig;
import org.redisson.config.SubscriptionMode;

/**
 * Cuts Redisson's connections down to what locks need: few of them, none to a replica, and quick reconnection. A retry
 * would hide whether a command was executed, so there is none. A new master is noticed within a second. Of a Redisson
 * file only what its author left at Redisson's default is changed, and what the agent cannot do without.
 */
final class Trim {
    /** Below ten Redisson sends on a connection before the last answer is there, which keeps commands in order. */
    private static final int CONNECTIONS = 4;

    private static final int SCAN_MILLIS = 1000;

    private Trim() {}

    /** @param timeout of one command, where its author has not said another */
    static void servers(Config config, Duration timeout) {
        BaseConfig<?> servers = serversOf(config);
        patience(servers, timeout);
        if (servers instanceof SingleServerConfig) {
            pools((SingleServerConfig) servers);
        } else {
            pools((BaseMasterSlaveServersConfig<?>) servers);
        }
        if (servers instanceof ClusterServersConfig) {
            ClusterServersConfig cluster = (ClusterServersConfig) servers;
            if (cluster.getScanInterval() == new ClusterServersConfig().getScanInterval()) {
                cluster.setScanInterval(SCAN_MILLIS);
            }
            // A cluster that has lost some slots still has locks in the others.
            cluster.setCheckSlotsCoverage(false);
        }
        if (servers instanceof SentinelServersConfig) {
            // Asks for two Sentinels that answer, and one is enough to name the master.
            ((SentinelServersConfig) servers).setCheckSentinelsList(false);
        }
    }

    /** Not by Redisson's own way to find it out, which judges the pools before they are trimmed. */
    private static BaseConfig<?> serversOf(Config config) {
        if (config.isSingleConfig()) {
            return config.useSingleServer();
        }
        if (config.isSentinelConfig()) {
            return config.useSentinelServers();
        }
        if (config.isClusterConfig()) {
            return config.useClusterServers();
        }
        try {
            return config.useReplicatedServers();
        } catch (IllegalStateException another) {
            return config.useMasterSlaveServers();
        }
    }

    private static void patience(BaseConfig<?> config, Duration timeout) {
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

    private static void pools(SingleServerConfig config) {
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

    private static void pools(BaseMasterSlaveServersConfig<?> config) {
        BaseMasterSlaveServersConfig<?> untouched = new Config().useSentinelServers();
        if (config.getMasterConnectionMinimumIdleSize() == untouched.getMasterConnectionMinimumIdleSize()) {
            config.setMasterConnectionMinimumIdleSize(1);
        }
        if (config.getMasterConnectionPoolSize() == untouched.getMasterConnectionPoolSize()) {
            config.setMasterConnectionPoolSize(Math.max(CONNECTIONS, config.getMasterConnectionMinimumIdleSize()));
        }
        if (config.getSubscriptionConnectionMinimumIdleSize() == untouched.getSubscriptionConnectionMinimumIdleSize()) {
            config.setSubscriptionConnectionMinimumIdleSize(0);
        }
        // Both together keep Redisson from connecting to replicas at all, so that one which is frozen costs nothing.
        config.setReadMode(ReadMode.MASTER);
        config.setSubscriptionMode(SubscriptionMode.MASTER);
    }
}
