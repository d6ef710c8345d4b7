package io.lockgraft.store.consul;

import static io.lockgraft.store.consul.ConsulSessionTest.request;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.LockStore;
import io.lockgraft.store.consul.settings.ConsulSettings;
import io.lockgraft.store.http.HttpRequest;
import io.lockgraft.store.http.JsonObject;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** A Consul that refuses: each time the answer says what to do. */
@Shows("Consul refuses the token, a right or the TTL, or is too old")
@Tag("whole")
@EnabledIf("isThere")
@Timeout(60)
final class ConsulRefusalTest {
    private static final String ADMINISTRATOR = "11111111-2222-3333-4444-555555555555";
    private static final Duration TTL = Duration.ofSeconds(20);

    private static ConsulServer server;

    static boolean isThere() {
        return ConsulServer.isThere();
    }

    @BeforeAll
    static void start() throws Exception {
        server = new ConsulServer(ADMINISTRATOR);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static Answer answer(ConsulSettings settings) throws Exception {
        try (LockStore store = new ConsulStore(new TestContext(), settings)) {
            Answer answer = store.acquire(request("refused", 20_000)).answer().get(30, SECONDS);
            if (answer.grant() != null) {
                assertThat(Renewals.isHeld(store, answer.grant())).isTrue();
                answer.grant().release().get(10, SECONDS);
            } else {
                assertThat(store.probe())
                        .as("what check --connect is told")
                        .failsWithin(Duration.ofSeconds(10))
                        .withThrowableThat()
                        .withMessageContaining(answer.cause().getMessage());
            }
            return answer;
        }
    }

    private static Answer answer(String token) throws Exception {
        return answer(ConsulServer.settings(server.address(), TTL, token));
    }

    /** A token with these rights. */
    private static String token(String rules) throws Exception {
        String name = "p" + System.nanoTime();
        String policy = "{\"Name\": \"" + name + "\", \"Rules\": \"" + rules.replace("\"", "\\\"") + "\"}";
        server.ask(HttpRequest.put("/v1/acl/policy", policy));
        return JsonObject.read(
                        server.ask(HttpRequest.put("/v1/acl/token", "{\"Policies\": [{\"Name\": \"" + name + "\"}]}"))
                                .body())
                .text("SecretID");
    }

    private static void assertRefused(Answer answer, String... parts) {
        assertThat(answer.isRefused()).as("%s", answer.cause()).isTrue();
        assertThat(answer.cause().getMessage()).contains(parts);
    }

    @Test
    void theRightsOfTheDocumentationSuffice() throws Exception {
        String token =
                token("session_prefix \"\" { policy = \"write\" } key_prefix \"lockgraft/\" { policy = \"write\" }");

        assertThat(answer(token).grant()).isNotNull();
    }

    @Test
    void aTokenThatIsNotKnownIsToldSo() throws Exception {
        assertRefused(answer("99999999-2222-3333-4444-555555555555"), "Consul does not know the token of consul.token");
    }

    @Test
    void aRequestWithoutATokenIsToldToHaveOne() throws Exception {
        assertRefused(answer((String) null), "a request without a token; set consul.token", "Permission denied");
    }

    @Test
    void aMissingRightToSessionsIsTold() throws Exception {
        assertRefused(
                answer(token("key_prefix \"lockgraft/\" { policy = \"write\" }")),
                "Consul allows too little to the token",
                "session:write on the node");
    }

    @Test
    void aMissingRightToKeysIsTold() throws Exception {
        assertRefused(
                answer(token(
                        "session_prefix \"\" { policy = \"write\" } key_prefix \"other/\" { policy = \"write\" }")),
                "Consul allows too little to the token",
                "key:write on the prefix lockgraft/");
    }

    @Test
    void aTtlThatTheServerDoesNotGrantIsToldWithTheSetting() throws Exception {
        assertRefused(
                answer(ConsulServer.settings(server.address(), Duration.ofMillis(300), ADMINISTRATOR)),
                "Consul grants no session of consul.sessionTtl",
                "must be between",
                "session_ttl_min");
    }

    /** Consul before 0.7 has sessions, and no transactions. */
    @Test
    void aConsulThatIsTooOldIsToldSo() throws Exception {
        HttpServer old = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        old.createContext("/", exchange -> {
            boolean isSession = exchange.getRequestURI().getPath().startsWith("/v1/session/");
            byte[] body = (isSession ? "{\"ID\": \"an-id\"}" : "404 page not found").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(isSession ? 200 : 404, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        old.start();
        try {
            assertRefused(
                    answer(ConsulServer.settings(
                            "http://127.0.0.1:" + old.getAddress().getPort(), TTL)),
                    "older than Consul 0.7, or no Consul");
        } finally {
            old.stop(0);
        }
    }
}
