package io.lockgraft.store.redis.connect;

import io.lockgraft.spi.Jvm;
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

    /** What the names of connections begin with. */
    private static final String NAME = "lockgraft";

    private Trim() {}

    /**
     * @param timeout of one command, where its author has not said another
     * @param jvm what the connections are named after, where the author has not named them
     */
    static void servers(Config config, Duration timeout, Jvm jvm) {
        BaseConfig<?> servers = serversOf(config);
        patience(servers, timeout);
        if (servers.getClientName() == null) {
            servers.setClientName(jvm.name() == null ? NAME : NAME + ':' + jvm.name());
        }
        if (servers instanceof SingleServerConfig) {
            pools((SingleServerConfig) servers);
        } else {
            pools((BaseMasterSlaveServersConfig<?>) servers);
        }
        if (servers instanceof ClusterServersConfig) {
            ClusterServersConfig cluster = (ClusterServersConfig) servers;
            int untouched = new ClusterServersConfig().getScanInterval();
            cluster.setScanInterval(own(cluster.getScanInterval(), untouched, SCAN_MILLIS));
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
        config.setTimeout(own(config.getTimeout(), untouched.getTimeout(), millis));
        config.setConnectTimeout(own(config.getConnectTimeout(), untouched.getConnectTimeout(), Math.max(millis, 500)));
        // A connection whose peer has gone without a word is found within two of these.
        int ping = Math.max(1000, Math.min(millis, 5000));
        config.setPingConnectionInterval(
                own(config.getPingConnectionInterval(), untouched.getPingConnectionInterval(), ping));
        config.setRetryAttempts(0);
        config.setRetryDelay(new ConstantDelay(Duration.ofSeconds(1)));
        config.setReconnectionDelay(new EqualJitterDelay(Duration.ofMillis(100), Duration.ofSeconds(1)));
    }

    /** What the author of a file has set; else ours. */
    private static int own(int now, int untouched, int ours) {
        return now == untouched ? ours : now;
    }

    private static void pools(SingleServerConfig config) {
        SingleServerConfig untouched = new Config().useSingleServer();
        int idle = own(config.getConnectionMinimumIdleSize(), untouched.getConnectionMinimumIdleSize(), 1);
        config.setConnectionMinimumIdleSize(idle);
        config.setConnectionPoolSize(
                own(config.getConnectionPoolSize(), untouched.getConnectionPoolSize(), Math.max(CONNECTIONS, idle)));
        int told = config.getSubscriptionConnectionMinimumIdleSize();
        config.setSubscriptionConnectionMinimumIdleSize(
                own(told, untouched.getSubscriptionConnectionMinimumIdleSize(), 0));
    }

    private static void pools(BaseMasterSlaveServersConfig<?> config) {
        BaseMasterSlaveServersConfig<?> untouched = new Config().useSentinelServers();
        int idle = own(config.getMasterConnectionMinimumIdleSize(), untouched.getMasterConnectionMinimumIdleSize(), 1);
        config.setMasterConnectionMinimumIdleSize(idle);
        int pool = config.getMasterConnectionPoolSize();
        config.setMasterConnectionPoolSize(
                own(pool, untouched.getMasterConnectionPoolSize(), Math.max(CONNECTIONS, idle)));
        int told = config.getSubscriptionConnectionMinimumIdleSize();
        config.setSubscriptionConnectionMinimumIdleSize(
                own(told, untouched.getSubscriptionConnectionMinimumIdleSize(), 0));
        // Both together keep Redisson from connecting to replicas at all, so that one which is frozen costs nothing.
        config.setReadMode(ReadMode.MASTER);
        config.setSubscriptionMode(SubscriptionMode.MASTER);
    }
}
