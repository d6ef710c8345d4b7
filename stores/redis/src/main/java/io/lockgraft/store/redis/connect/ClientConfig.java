package io.lockgraft.store.redis.connect;

import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.store.redis.config.RedissonFile;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import org.redisson.config.SslVerificationMode;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Turns the {@code redis} section of the rules file, or the Redisson file that it names, into a Redisson configuration
 * with few threads, all of them daemons. {@link Trim} sets the rest.
 */
public final class ClientConfig {
    private ClientConfig() {}

    public static Config of(RedisSettings settings, StoreContext context) throws IOException {
        boolean isNamed = settings.topology().kind != Topology.Kind.CONFIG;
        Config config = isNamed ? named(settings) : read(new File(settings.topology().name));
        KeyStores.require(config);
        Trim.servers(config, settings.timeout(), context.jvm());
        config.setCodec(StringCodec.INSTANCE);
        config.setUseThreadClassLoader(false);
        config.setUseScriptCache(true);
        config.setLazyInitialization(true);
        config.setReferenceEnabled(false);
        config.setNettyHook(new AddedHook(config.getNettyHook(), channel -> {
            RejectedConnection.addTo(channel);
            // In front of what remembers which answers are due.
            channel.pipeline().addLast(new Unprobed());
        }));
        threads(config, context);
        return config;
    }

    /**
     * Judged once more, for the file may have changed since the start. What Redisson says of it is not told: its
     * messages carry the lines that they are about, and so the passwords.
     */
    private static Config read(File file) throws IOException {
        List<Problem> problems = RedissonFile.problems(file, Environment.PROCESS);
        if (!problems.isEmpty()) {
            throw new IOException(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        }
        try {
            return Config.fromYAML(file, ClientConfig.class.getClassLoader());
        } catch (Exception | LinkageError e) {
            throw new IOException(place(file, e) + ": Redisson cannot make anything of this ("
                    + e.getClass().getSimpleName()
                    + "); what it says of it is not shown, as it may hold passwords");
        }
    }

    private static String place(File file, Throwable e) {
        Mark mark = e instanceof MarkedYAMLException ? ((MarkedYAMLException) e).getProblemMark() : null;
        return mark == null
                ? file.getPath()
                : new Position(file.getPath(), mark.getLine() + 1, mark.getColumn() + 1).toString();
    }

    private static Config named(RedisSettings settings) throws IOException {
        Config config = new Config();
        Topology topology = settings.topology();
        String[] addresses = topology.addresses.toArray(new String[0]);
        switch (topology.kind) {
            case SINGLE:
                config.useSingleServer().setAddress(addresses[0]).setDatabase(settings.database());
                break;
            case SENTINEL:
                config.useSentinelServers()
                        .setMasterName(topology.name)
                        .addSentinelAddress(addresses)
                        .setDatabase(settings.database());
                break;
            case CLUSTER:
                config.useClusterServers().addNodeAddress(addresses).setDatabase(settings.database());
                break;
            case REPLICATED:
                config.useReplicatedServers().addNodeAddress(addresses).setDatabase(settings.database());
                break;
            default:
                throw new IllegalArgumentException("no client is made for " + topology);
        }
        config.setUsername(settings.username());
        config.setPassword(settings.password());
        if (settings.tls() != null) {
            trust(config, settings.tls());
        }
        return config;
    }

    private static void trust(Config config, TlsSettings tls) throws IOException {
        config.setSslTruststore(url(tls.truststore));
        config.setSslTruststorePassword(tls.truststorePassword);
        config.setSslKeystore(url(tls.keystore));
        config.setSslKeystorePassword(tls.keystorePassword);
        if (!tls.verifyHostname) {
            config.setSslVerificationMode(SslVerificationMode.CA_ONLY);
        }
    }

    private static URL url(File file) throws IOException {
        return file == null ? null : file.toURI().toURL();
    }

    private static void threads(Config config, StoreContext context) {
        if (config.getNettyThreads() == new Config().getNettyThreads()) {
            config.setNettyThreads(2);
        }
        if (config.getNettyExecutor() == null && config.getEventLoopGroup() == null) {
            config.setNettyExecutor(context.threads("redis-io"));
        }
        if (config.getExecutor() == null) {
            int threads = config.getThreads() == new Config().getThreads() ? 2 : Math.max(1, config.getThreads());
            ThreadPoolExecutor executor = new ThreadPoolExecutor(
                    threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), context.threads("redis-work"));
            executor.allowCoreThreadTimeOut(true);
            config.setExecutor(executor);
        }
    }
}
