package io.lockgraft.store.redis.config;

import io.lockgraft.store.redis.config.KnownSetting.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All settings of a Redisson file, in one table: asking Redisson's own classes takes too long before {@code main}, and
 * loads Netty. A test holds the table to them.
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

    /** Settings that go together: for each kind its names. A WORD is one name, and then the words that it may be. */
    private static final class Group {
        static final Group FILE = new Group(
                "SECTION singleServerConfig sentinelServersConfig clusterServersConfig replicatedServersConfig"
                        + " masterSlaveServersConfig",
                "TEXT username sslKeystoreType",
                "SECRET password sslTruststorePassword sslKeystorePassword",
                "WHOLE threads nettyThreads lockWatchdogTimeout lockWatchdogBatchSize fairLockWaitTimeout"
                        + " slavesSyncTimeout reliableTopicWatchdogTimeout minCleanUpDelay maxCleanUpDelay"
                        + " cleanUpKeysAmount tcpKeepAliveCount tcpKeepAliveIdle tcpKeepAliveInterval tcpUserTimeout",
                "FLAG referenceEnabled checkLockSyncedSlaves keepPubSubOrder useScriptCache useThreadClassLoader"
                        + " lazyInitialization tcpKeepAlive tcpNoDelay",
                "OBJECT credentialsResolver nettyExecutor codec executor eventLoopGroup nettyHook connectionListener"
                        + " addressResolverGroupFactory nameMapper commandMapper",
                "LOCATION sslTruststore sslKeystore",
                "LIST valkeyCapabilities sslProtocols sslCiphers",
                "WORD transportMode NIO EPOLL KQUEUE IO_URING",
                "WORD protocol RESP2 RESP3",
                "WORD sslVerificationMode NONE CA_ONLY STRICT",
                "WORD sslProvider JDK OPENSSL");
        static final Group ANY = new Group(
                "TEXT username clientName sslKeystoreType",
                "SECRET password sslTruststorePassword sslKeystorePassword",
                "WHOLE idleConnectionTimeout connectTimeout timeout subscriptionTimeout retryAttempts"
                        + " subscriptionsPerConnection pingConnectionInterval tcpKeepAliveCount tcpKeepAliveIdle"
                        + " tcpKeepAliveInterval tcpUserTimeout",
                "FLAG keepAlive tcpNoDelay sslEnableEndpointIdentification",
                "OBJECT retryDelay reconnectionDelay credentialsResolver nameMapper commandMapper",
                "LOCATION sslTruststore sslKeystore",
                "LIST sslProtocols sslCiphers",
                "WORD sslVerificationMode NONE CA_ONLY STRICT",
                "WORD sslProvider JDK OPENSSL");
        static final Group SEVERAL = new Group(
                "WHOLE slaveConnectionMinimumIdleSize slaveConnectionPoolSize failedSlaveReconnectionInterval"
                        + " failedSlaveCheckInterval masterConnectionMinimumIdleSize masterConnectionPoolSize"
                        + " subscriptionConnectionMinimumIdleSize subscriptionConnectionPoolSize"
                        + " dnsMonitoringInterval dnsMonitoringTimes",
                "FLAG fallbackLoadingToMaster",
                "OBJECT loadBalancer failedSlaveNodeDetector",
                "WORD readMode SLAVE MASTER MASTER_SLAVE",
                "WORD subscriptionMode SLAVE MASTER");
        static final Group SINGLE = new Group(
                "ADDRESS address",
                "WHOLE subscriptionConnectionMinimumIdleSize subscriptionConnectionPoolSize"
                        + " connectionMinimumIdleSize connectionPoolSize database dnsMonitoringInterval"
                        + " dnsMonitoringTimes");
        static final Group SENTINEL = new Group(
                "ADDRESSES sentinelAddresses",
                "TEXT masterName sentinelUsername",
                "SECRET sentinelPassword",
                "WHOLE database scanInterval",
                "FLAG checkSentinelsList checkSlaveStatusWithSyncing sentinelsDiscovery",
                "OBJECT natMapper",
                "MAPPING natMap");
        static final Group CLUSTER = new Group(
                "ADDRESSES nodeAddresses",
                "WHOLE database scanInterval",
                "FLAG checkSlotsCoverage checkMasterLinkStatus",
                "OBJECT natMapper",
                "MAPPING natMap",
                "WORD shardedSubscriptionMode AUTO ON OFF");
        static final Group REPLICATED = new Group(
                "ADDRESSES nodeAddresses", "WHOLE database scanInterval", "FLAG monitorIPChanges", "OBJECT natMapper");
        static final Group MASTER_SLAVE =
                new Group("ADDRESS masterAddress", "ADDRESSES slaveAddresses", "WHOLE database");

        private final List<KnownSetting> settings = new ArrayList<>();

        private Group(String... lines) {
            for (String line : lines) {
                List<String> words = Arrays.asList(line.split(" "));
                Kind kind = Kind.valueOf(words.get(0));
                boolean isWord = kind == Kind.WORD;
                for (String name : words.subList(1, isWord ? 2 : words.size())) {
                    settings.add(new KnownSetting(kind, name, words.subList(isWord ? 2 : words.size(), words.size())));
                }
            }
        }
    }
}
