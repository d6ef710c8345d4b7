package io.lockgraft.store.redis.config;

import static io.lockgraft.store.redis.config.KnownSetting.word;

import io.lockgraft.store.redis.config.KnownSetting.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a Redisson file may say, in one table: to ask Redisson's own classes for it takes too long before {@code
 * main}, and loads Netty. A test holds the table to them.
 */
enum KnownSection {
    FILE("", new Group[] {Group.FILE}),
    SINGLE("singleServerConfig", new Group[] {Group.ANY, Group.SINGLE}, "address"),
    SENTINEL(
            "sentinelServersConfig",
            new Group[] {Group.ANY, Group.SEVERAL, Group.SENTINEL},
            "masterName",
            "sentinelAddresses"),
    CLUSTER("clusterServersConfig", new Group[] {Group.ANY, Group.SEVERAL, Group.CLUSTER}, "nodeAddresses"),
    REPLICATED("replicatedServersConfig", new Group[] {Group.ANY, Group.SEVERAL, Group.REPLICATED}, "nodeAddresses"),
    MASTER_SLAVE(
            "masterSlaveServersConfig", new Group[] {Group.ANY, Group.SEVERAL, Group.MASTER_SLAVE}, "masterAddress");

    private final String title;
    private final Map<String, KnownSetting> settings = new LinkedHashMap<>();
    private final List<String> needed;

    KnownSection(String title, Group[] groups, String... needed) {
        this.title = title;
        this.needed = Collections.unmodifiableList(Arrays.asList(needed));
        for (Group group : groups) {
            for (KnownSetting setting : group.settings) {
                settings.put(setting.name(), setting);
            }
        }
    }

    /** The section of this name, or null. */
    static KnownSection named(String title) {
        for (KnownSection section : values()) {
            if (section.title.equals(title)) {
                return section;
            }
        }
        return null;
    }

    /** Its name in the file; empty for the file itself. */
    String title() {
        return title;
    }

    /** The setting of this name, or null. */
    KnownSetting find(String name) {
        return settings.get(name);
    }

    List<String> names() {
        return new ArrayList<>(settings.keySet());
    }

    /** What it cannot be without. */
    List<String> needed() {
        return needed;
    }

    /** Settings that go together. */
    private static final class Group {
        static final Group FILE = new Group()
                .with(
                        Kind.SECTION,
                        "singleServerConfig sentinelServersConfig clusterServersConfig replicatedServersConfig"
                                + " masterSlaveServersConfig")
                .with(Kind.TEXT, "username sslKeystoreType")
                .with(Kind.SECRET, "password sslTruststorePassword sslKeystorePassword")
                .with(
                        Kind.WHOLE,
                        "threads nettyThreads lockWatchdogTimeout lockWatchdogBatchSize fairLockWaitTimeout"
                                + " slavesSyncTimeout reliableTopicWatchdogTimeout minCleanUpDelay maxCleanUpDelay"
                                + " cleanUpKeysAmount tcpKeepAliveCount tcpKeepAliveIdle tcpKeepAliveInterval"
                                + " tcpUserTimeout")
                .with(
                        Kind.FLAG,
                        "referenceEnabled checkLockSyncedSlaves keepPubSubOrder useScriptCache useThreadClassLoader"
                                + " lazyInitialization tcpKeepAlive tcpNoDelay")
                .with(
                        Kind.OBJECT,
                        "credentialsResolver nettyExecutor codec executor eventLoopGroup nettyHook connectionListener"
                                + " addressResolverGroupFactory nameMapper commandMapper")
                .with(Kind.LOCATION, "sslTruststore sslKeystore")
                .with(Kind.LIST, "valkeyCapabilities sslProtocols sslCiphers")
                .with(word("transportMode", "NIO", "EPOLL", "KQUEUE", "IO_URING"))
                .with(word("protocol", "RESP2", "RESP3"))
                .with(word("sslVerificationMode", "NONE", "CA_ONLY", "STRICT"))
                .with(word("sslProvider", "JDK", "OPENSSL"));
        static final Group ANY = new Group()
                .with(Kind.TEXT, "username clientName sslKeystoreType")
                .with(Kind.SECRET, "password sslTruststorePassword sslKeystorePassword")
                .with(
                        Kind.WHOLE,
                        "idleConnectionTimeout connectTimeout timeout subscriptionTimeout retryAttempts"
                                + " subscriptionsPerConnection pingConnectionInterval tcpKeepAliveCount"
                                + " tcpKeepAliveIdle tcpKeepAliveInterval tcpUserTimeout")
                .with(Kind.FLAG, "keepAlive tcpNoDelay sslEnableEndpointIdentification")
                .with(Kind.OBJECT, "retryDelay reconnectionDelay credentialsResolver nameMapper commandMapper")
                .with(Kind.LOCATION, "sslTruststore sslKeystore")
                .with(Kind.LIST, "sslProtocols sslCiphers")
                .with(word("sslVerificationMode", "NONE", "CA_ONLY", "STRICT"))
                .with(word("sslProvider", "JDK", "OPENSSL"));
        static final Group SEVERAL = new Group()
                .with(
                        Kind.WHOLE,
                        "slaveConnectionMinimumIdleSize slaveConnectionPoolSize failedSlaveReconnectionInterval"
                                + " failedSlaveCheckInterval masterConnectionMinimumIdleSize masterConnectionPoolSize"
                                + " subscriptionConnectionMinimumIdleSize subscriptionConnectionPoolSize"
                                + " dnsMonitoringInterval dnsMonitoringTimes")
                .with(Kind.FLAG, "fallbackLoadingToMaster")
                .with(Kind.OBJECT, "loadBalancer failedSlaveNodeDetector")
                .with(word("readMode", "SLAVE", "MASTER", "MASTER_SLAVE"))
                .with(word("subscriptionMode", "SLAVE", "MASTER"));
        static final Group SINGLE = new Group()
                .with(Kind.ADDRESS, "address")
                .with(
                        Kind.WHOLE,
                        "subscriptionConnectionMinimumIdleSize subscriptionConnectionPoolSize"
                                + " connectionMinimumIdleSize connectionPoolSize database dnsMonitoringInterval"
                                + " dnsMonitoringTimes");
        static final Group SENTINEL = new Group()
                .with(Kind.ADDRESSES, "sentinelAddresses")
                .with(Kind.TEXT, "masterName sentinelUsername")
                .with(Kind.SECRET, "sentinelPassword")
                .with(Kind.WHOLE, "database scanInterval")
                .with(Kind.FLAG, "checkSentinelsList checkSlaveStatusWithSyncing sentinelsDiscovery")
                .with(Kind.OBJECT, "natMapper")
                .with(Kind.MAPPING, "natMap");
        static final Group CLUSTER = new Group()
                .with(Kind.ADDRESSES, "nodeAddresses")
                .with(Kind.WHOLE, "database scanInterval")
                .with(Kind.FLAG, "checkSlotsCoverage checkMasterLinkStatus")
                .with(Kind.OBJECT, "natMapper")
                .with(Kind.MAPPING, "natMap")
                .with(word("shardedSubscriptionMode", "AUTO", "ON", "OFF"));
        static final Group REPLICATED = new Group()
                .with(Kind.ADDRESSES, "nodeAddresses")
                .with(Kind.WHOLE, "database scanInterval")
                .with(Kind.FLAG, "monitorIPChanges")
                .with(Kind.OBJECT, "natMapper");
        static final Group MASTER_SLAVE = new Group()
                .with(Kind.ADDRESS, "masterAddress")
                .with(Kind.ADDRESSES, "slaveAddresses")
                .with(Kind.WHOLE, "database");

        private final List<KnownSetting> settings = new ArrayList<>();

        private Group with(Kind kind, String names) {
            for (String name : names.split(" ")) {
                settings.add(new KnownSetting(kind, name));
            }
            return this;
        }

        private Group with(KnownSetting setting) {
            settings.add(setting);
            return this;
        }
    }
}
