package io.lockgraft.store.redis;

import io.lockgraft.testing.server.RedisServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The store suite on each server that {@link RedisPrograms} finds: other versions of Redis, and Valkey. */
@Tag("whole")
@ParameterizedClass
@MethodSource("programs")
@EnabledIfEnvironmentVariable(
        named = RedisPrograms.VARIABLE,
        matches = ".+",
        disabledReason = "RedisProgramsTest says so in the summary")
class OtherVersionsConformanceTest extends SingleServerConformance {
    private static RedisServer server;

    @Parameter
    private Path program;

    static List<Path> programs() {
        return RedisPrograms.named();
    }

    @BeforeParameterizedClassInvocation
    static void start(Path program) {
        server = RedisServer.startNamed(program);
        RedisPrograms.announce(server);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @Override
    RedisServer server() {
        return server;
    }
}
