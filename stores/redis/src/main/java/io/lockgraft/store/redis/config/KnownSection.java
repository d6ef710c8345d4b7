package io.lockgraft.store.redis.config;

import io.lockgraft.store.redis.config.KnownSetting.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All settings of a Redisson file, in one table: asking Redisson's own classes takes too long before {@code main}, and
 * loads Netty. A test holds the table to them.
 */
enum KnownSection {
    FILE("", Group.EVERYWHERE, Group.FILE),
    SINGLE("singleServerConfig", Group.EVERYWHERE, Group.SERVERS, Group.SINGLE),
    SENTINEL("sentinelServersConfig", Group.EVERYWHERE, Group.SERVERS, Group.SEVERAL, Group.SENTINEL),
    CLUSTER("clusterServersConfig", Group.EVERYWHERE, Group.SERVERS, Group.SEVERAL, Group.CLUSTER),
    REPLICATED("replicatedServersConfig", Group.EVERYWHERE, Group.SERVERS, Group.SEVERAL, Group.REPLICATED),
    MASTER_SLAVE("masterSlaveServersConfig", Group.EVERYWHERE, Group.SERVERS, Group.SEVERAL, Group.MASTER_SLAVE);

    /** The sections of a file by their titles. */
    static final Map<String, KnownSection> SECTIONS = new LinkedHashMap<>();

    static {
        for (KnownSection section : values()) {
            SECTIONS.put(section.title, section);
        }
        SECTIONS.remove(FILE.title);
    }

    /** Its name in the file; empty for the file itself. */
    final String title;

    /** What it cannot be without. */
    final List<String> needed = new ArrayList<>();

    private final Map<String, KnownSetting> settings = new LinkedHashMap<>();

    KnownSection(String title, String[]... groups) {
        this.title = title;
        for (String[] group : groups) {
            for (String line : group) {
                String[] names = line.split(" ");
                for (int i = 1; i < names.length; i++) {
                    add(Kind.valueOf(names[0]), names[i]);
                }
            }
        }
    }

    private void add(Kind kind, String written) {
        List<String> parts = Arrays.asList(written.split("[:|!]"));
        String name = parts.get(0);
        settings.put(name, new KnownSetting(kind, name, parts.subList(1, parts.size())));
        if (written.endsWith("!")) {
            needed.add(name);
        }
    }

    /** The setting of this name, or null. */
    KnownSetting find(String name) {
        return settings.get(name);
    }

    List<String> names() {
        return new ArrayList<>(settings.keySet());
    }

    /** For each kind its names. Behind a name the words that a value may be, or a mark that the section needs it. */
    private static final class Group {
        private static final String SUBSCRIPTIONS = "subscriptionConnectionMinimumIdleSize"
                + " subscriptionConnectionPoolSize dnsMonitoringInterval dnsMonitoringTimes";

        static final String[] FILE = {
            "SECTION singleServerConfig sentinelServersConfig clusterServersConfig replicatedServersConfig"
                    + " masterSlaveServersConfig",
            "WHOLE threads nettyThreads lockWatchdogTimeout lockWatchdogBatchSize fairLockWaitTimeout"
                    + " slavesSyncTimeout reliableTopicWatchdogTimeout minCleanUpDelay maxCleanUpDelay"
                    + " cleanUpKeysAmount",
            "FLAG referenceEnabled checkLockSyncedSlaves keepPubSubOrder useScriptCache useThreadClassLoader"
                    + " lazyInitialization tcpKeepAlive",
            "OBJECT nettyExecutor codec executor eventLoopGroup nettyHook connectionListener"
                    + " addressResolverGroupFactory",
            "LIST valkeyCapabilities",
            "WORD transportMode:NIO|EPOLL|KQUEUE|IO_URING protocol:RESP2|RESP3"
        };
        static final String[] EVERYWHERE = {
            "TEXT username sslKeystoreType",
            "SECRET password sslTruststorePassword sslKeystorePassword",
            "WHOLE tcpKeepAliveCount tcpKeepAliveIdle tcpKeepAliveInterval tcpUserTimeout",
            "FLAG tcpNoDelay",
            "OBJECT credentialsResolver nameMapper commandMapper",
            "LOCATION sslTruststore sslKeystore",
            "LIST sslProtocols sslCiphers",
            "WORD sslVerificationMode:NONE|CA_ONLY|STRICT sslProvider:JDK|OPENSSL"
        };
        static final String[] SERVERS = {
            "TEXT clientName",
            "WHOLE idleConnectionTimeout connectTimeout timeout subscriptionTimeout retryAttempts"
                    + " subscriptionsPerConnection pingConnectionInterval database",
            "FLAG keepAlive sslEnableEndpointIdentification",
            "OBJECT retryDelay reconnectionDelay"
        };
        static final String[] SEVERAL = {
            "WHOLE slaveConnectionMinimumIdleSize slaveConnectionPoolSize failedSlaveReconnectionInterval"
                    + " failedSlaveCheckInterval masterConnectionMinimumIdleSize masterConnectionPoolSize",
            "WHOLE " + SUBSCRIPTIONS,
            "FLAG fallbackLoadingToMaster",
            "OBJECT loadBalancer failedSlaveNodeDetector",
            "WORD readMode:SLAVE|MASTER|MASTER_SLAVE subscriptionMode:SLAVE|MASTER"
        };
        static final String[] SINGLE = {
            "ADDRESS address!", "WHOLE " + SUBSCRIPTIONS + " connectionMinimumIdleSize connectionPoolSize"
        };
        static final String[] SENTINEL = {
            "TEXT masterName!",
            "ADDRESSES sentinelAddresses!",
            "TEXT sentinelUsername",
            "SECRET sentinelPassword",
            "WHOLE scanInterval",
            "FLAG checkSentinelsList checkSlaveStatusWithSyncing sentinelsDiscovery",
            "OBJECT natMapper",
            "MAPPING natMap"
        };
        static final String[] CLUSTER = {
            "ADDRESSES nodeAddresses!",
            "WHOLE scanInterval",
            "FLAG checkSlotsCoverage checkMasterLinkStatus",
            "OBJECT natMapper",
            "MAPPING natMap",
            "WORD shardedSubscriptionMode:AUTO|ON|OFF"
        };
        static final String[] REPLICATED = {
            "ADDRESSES nodeAddresses!", "WHOLE scanInterval", "FLAG monitorIPChanges", "OBJECT natMapper"
        };
        static final String[] MASTER_SLAVE = {"ADDRESS masterAddress!", "ADDRESSES slaveAddresses"};
    }
}
