package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.bootstrap.AgentLoader;
import io.lockgraft.testing.server.RedisServer;
import java.io.InputStream;
import java.util.function.Function;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The Redisson that is in the jar, with what was left out of it: it must do all that the backend needs of it. */
class BundledRedissonIT {
    @Test
    void theBackendInTheJarTakesRenewsAndGivesBackALock() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            assertThat(inTheJar(BundledBackend.class).apply(redis.address())).isEqualTo("granted, renewed, released");
        }
    }

    @Test
    void redissonComesFromTheJarAndNotFromTheTest() throws Exception {
        try (JarFile jar = new JarFile(Forks.JAR.toFile())) {
            ClassLoader agent = new AgentLoader(jar);

            assertThat(agent.loadClass("org.redisson.Redisson").getClassLoader())
                    .isSameAs(agent);
            assertThat(agent.getResource("META-INF/services/org.slf4j.spi.SLF4JServiceProvider"))
                    .hasProtocol("lockgraft");
            assertThat(agent.getResource("org/redisson/Redisson.class").openStream())
                    .isNotEmpty();
        }
    }

    /** The class, defined again in a loader below the agent's. The jar stays open: threads may still load from it. */
    @SuppressWarnings("unchecked")
    private static Function<String, String> inTheJar(Class<?> type) throws Exception {
        ClassLoader agent = new AgentLoader(new JarFile(Forks.JAR.toFile()));
        byte[] bytes;
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            bytes = in.readAllBytes();
        }
        ClassLoader below = new ClassLoader(agent) {
            @Override
            protected Class<?> findClass(String name) {
                return defineClass(name, bytes, 0, bytes.length);
            }
        };
        return (Function<String, String>)
                below.loadClass(type.getName()).getDeclaredConstructor().newInstance();
    }
}
