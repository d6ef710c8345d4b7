package io.lockgraft.manage.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockgraft.manage.meter.AskedStore;
import io.lockgraft.manage.meter.Meters;
import io.lockgraft.rules.HttpAddress;
import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HttpServerTest {
    private final AskedStore store = new AskedStore();
    private final Meters meters = new Meters();
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private HttpServer server;

    @BeforeEach
    void start() {
        meters.of("pay \"order\"\\", store);
        server = NumbersServer.start(at("127.0.0.1", 0), meters, Collections::emptyMap, asked::add);
    }

    private static HttpAddress at(String host, int port) {
        return new HttpAddress(host, port, Collections.singleton("shop.example"));
    }

    @AfterEach
    void end() throws IOException {
        server.close();
    }

    @Test
    void metricsAreZerosFromTheStart() throws IOException {
        String answer = get("/metrics", "localhost");
        assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n").contains("Content-Type: " + PrometheusText.TYPE);
        assertThat(answer)
                .contains("\nlockgraft_lost_total{rule=\"pay \\\"order\\\"\\\\\",store=\"default\"} 0\n")
                .contains("\nlockgraft_store_up{store=\"default\"} 1\n")
                .contains(",le=\"+Inf\"} 0\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost", "LocalHost:8080", "127.0.0.1", "10.1.2.3:9465", "[::1]:9465", "shop.example:80"})
    void aHostThatNoStrangerCanPointHereIsAnswered(String host) throws IOException {
        assertThat(get("/healthz", host)).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nok\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "evil.example:80"})
    void anotherHostIsForbidden(String host) throws IOException {
        assertThat(get("/metrics", host)).startsWith("HTTP/1.1 403 ").doesNotContain("lockgraft_lost");
    }

    @Test
    void aRequestWithoutAHostIsForbiddenAndOneWithTwoIsNone() throws IOException {
        assertThat(send("GET /metrics HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 403 ");
        assertThat(send("GET /metrics HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
    }

    @Test
    void nothingButGetIsAllowed() throws IOException {
        for (String method : Arrays.asList("POST", "PUT", "DELETE", "OPTIONS", "HEAD", "get")) {
            assertThat(send(method + " /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                    .startsWith("HTTP/1.1 405 ")
                    .contains("\r\nAllow: GET\r\n");
        }
    }

    @Test
    void anotherPathIsNotFound() throws IOException {
        assertThat(get("/", "localhost")).startsWith("HTTP/1.1 404 ");
        assertThat(get("/metrics?name=a", "localhost")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aHeadThatDoesNotEndIsNoRequest() throws IOException {
        char[] long8 = new char[8 * 1024];
        Arrays.fill(long8, 'a');
        assertThat(send("GET /metrics HTTP/1.1\r\nX: " + new String(long8))).startsWith("HTTP/1.1 400 ");
        assertThat(send("nonsense\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        assertThat(send("\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        assertThat(send("\n\n")).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void aHeadEndsWithItsEmptyLineHoweverItsLinesEnd() throws IOException {
        assertThat(send("GET /healthz HTTP/1.1\nHost: localhost\n\n")).startsWith("HTTP/1.1 200 ");
        assertThat(send("GET /healthz HTTP/1.1\r\nHost: localhost\n\r\n")).startsWith("HTTP/1.1 200 ");
        assertThat(send("GET /healthz HTTP/1.1\r\n\r\nHost: localhost\r\n\r\n")).startsWith("HTTP/1.1 403 ");
    }

    /** Without the bound of the head they would keep all threads for as long as the bound of a connection. */
    @Test
    @FailsWithout("`HttpServer#request` bounds the time of a head")
    void clientsThatSayNothingKeepNobodyOut() throws IOException {
        server.close();
        Map<String, Supplier<HttpResponse>> pages = Collections.singletonMap("/healthz", () -> HttpResponse.ok("ok\n"));
        server = HttpServer.start(at("127.0.0.1", 0), pages, TimeUnit.MILLISECONDS.toNanos(100), Long.MAX_VALUE);
        List<Socket> silent = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            silent.add(new Socket(InetAddress.getByName("127.0.0.1"), server.port()));
        }
        // A slow machine may take longer for one of these heads, too.
        await().ignoreExceptions().until(() -> get("/healthz", "localhost").startsWith("HTTP/1.1 200 "));
        for (Socket each : silent) {
            each.close();
        }
    }

    @Test
    @FailsWithout("`HttpServer#serve` takes the next client at once behind one that broke off")
    void clientsThatBreakOffKeepNobodyOut() throws IOException {
        Set<String> pausing = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            try (Socket broken = new Socket(InetAddress.getByName("127.0.0.1"), server.port())) {
                broken.getOutputStream().write("GET /hea".getBytes(StandardCharsets.ISO_8859_1));
                broken.setSoLinger(true, 0);
            }
            Thread.getAllStackTraces().forEach((thread, stack) -> {
                if (Arrays.stream(stack).anyMatch(HttpServerTest::isPause)) {
                    pausing.add(thread.getName());
                }
            });
        }
        assertThat(get("/healthz", "localhost")).startsWith("HTTP/1.1 200 ");
        assertThat(pausing).isEmpty();
    }

    private static boolean isPause(StackTraceElement frame) {
        return frame.getClassName().equals(HttpServer.class.getName())
                && frame.getMethodName().equals("pause");
    }

    @Test
    void aStoreThatIsDownIsToldAndEachIsAskedForTheNextTime() throws IOException {
        store.isDownFor(2);
        String answer = get("/healthz", "localhost");
        assertThat(answer).startsWith("HTTP/1.1 503 ").contains("\r\n\r\nstore default has been down for 2 s\n");
        assertThat(answer).doesNotContain("secret");
        assertThat(get("/metrics", "localhost")).contains("\nlockgraft_store_up{store=\"default\"} 0\n");
        assertThat(asked).containsExactly("");

        store.isBack();
        assertThat(get("/healthz", "localhost")).startsWith("HTTP/1.1 200 ");
        assertThat(asked).containsExactly("", "");
    }

    @Test
    void aPortThatIsTakenIsNoFailure() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int taken = other.getLocalPort();
            assertThat(NumbersServer.start(at("127.0.0.1", taken), meters, Collections::emptyMap, asked::add))
                    .isNull();
        }
    }

    @Test
    void anAddressOfVersion6IsInBrackets() throws IOException {
        try (HttpServer other = HttpServer.start(at("[::1]", 0), Collections.emptyMap())) {
            assertThat(other.port()).isPositive();
        } catch (SocketException e) {
            assumeTrue(false, "this machine has no address of version 6: " + e);
        }
    }

    private String get(String path, String host) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    }

    private String send(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), server.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
