package io.lockgraft.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.Certificate;
import java.io.File;
import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HttpClientTest {
    private static final String OK = "HTTP/1.1 200 OK\nContent-Length: 2\n\nok";

    private static HttpClient client(AnsweringServer... servers) throws Exception {
        return new HttpClient(
                List.of(servers).stream().map(AnsweringServer::endpoint).toList(), null);
    }

    private static HttpRequest brief(HttpRequest request) {
        return request.timeout(TimeUnit.MILLISECONDS.toNanos(300));
    }

    @Test
    void aRequestHasItsPathItsHeadersAndItsBodyAndTheAnswerHasStatusHeadersAndBody() throws Exception {
        List<AnsweringServer.Connection> asked = new CopyOnWriteArrayList<>();
        try (AnsweringServer server = new AnsweringServer(connection -> {
                    asked.add(connection);
                    connection.write("HTTP/1.1 403 Forbidden\nX-Consul-Index: 7\nContent-Length: 3\n\nno!");
                });
                HttpClient client = client(server)) {
            HttpAnswer answer =
                    client.ask(HttpRequest.put("/v1/kv/a%2Fb?cas=0", "{}").header("Authorization", "t"));

            assertThat(asked.get(0).head)
                    .containsExactly(
                            "PUT /v1/kv/a%2Fb?cas=0 HTTP/1.1",
                            "Host: " + server.endpoint().authority(), "Authorization: t", "Content-Length: 2");
            assertThat(asked.get(0).body).isEqualTo("{}");
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.header("x-consul-index")).isEqualTo("7");
            assertThat(answer.body()).isEqualTo("no!");
        }
    }

    @Test
    void chunksAreOneBodyWhereverTheyAreCut() throws Exception {
        String text = "HTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n"
                + "3;ext=1\nabc\n0A\n0123456789\n0\nTrailer: x\n\n";
        try (AnsweringServer server = new AnsweringServer(connection -> {
                    for (char each : text.toCharArray()) {
                        connection.write(String.valueOf(each));
                    }
                });
                HttpClient client = client(server)) {
            for (int i = 0; i < 2; i++) {
                assertThat(client.ask(HttpRequest.get("/")).body()).isEqualTo("abc0123456789");
            }
            assertThat(server.connections).as("one connection for both").hasSize(1);
        }
    }

    @Test
    @FailsWithout("`BodyInput#read` takes no end of the connection for the end of the answer")
    void halfAnAnswerIsNone() throws Exception {
        for (String half : List.of(
                "HTTP/1.1 200 OK\nContent-Length: 20\n\n{\"succeeded\":",
                "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\n{}\n",
                "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nA\n{}",
                "HTTP/1.1 200",
                "")) {
            try (AnsweringServer server = new AnsweringServer(
                            connection -> connection.write(half).socket.close());
                    HttpClient client = client(server)) {
                assertThatThrownBy(() -> client.ask(HttpRequest.post("/v3/kv/txn", "{}")))
                        .as(half)
                        .isInstanceOf(UnansweredException.class)
                        .hasMessage(server.endpoint()
                                + " has not answered POST /v3/kv/txn: the server has closed the connection"
                                + (half.contains("\n\n") && !half.endsWith("}\n")
                                        ? " in the middle of its answer"
                                        : ""));
            }
        }
    }

    @Test
    @FailsWithout("`HttpCall#status` sends a request once")
    void aRequestWhoseConnectionIsResetIsNotSentAgainAndTheNextOneGoesToAnotherServer() throws Exception {
        try (AnsweringServer bad = new AnsweringServer(
                        connection -> connection.write("HTTP/1.1 200 OK\nConte").reset());
                AnsweringServer good = new AnsweringServer(connection -> connection.write(OK));
                HttpClient client = client(bad, good)) {
            assertThatThrownBy(() -> client.ask(HttpRequest.put("/lock", ""))).isInstanceOf(UnansweredException.class);
            assertThat(good.requests).isEmpty();

            assertThat(client.ask(HttpRequest.put("/again", "")).body()).isEqualTo("ok");
            assertThat(bad.requests).containsExactly("PUT /lock HTTP/1.1");
            assertThat(good.requests).containsExactly("PUT /again HTTP/1.1");
        }
    }

    @Test
    void aConnectionThatTheServerClosedWhileItRestedIsNotUsed() throws Exception {
        try (AnsweringServer server = new AnsweringServer(connection -> connection.write(OK));
                HttpClient client = client(server)) {
            client.ask(HttpRequest.put("/1", ""));
            server.connections.get(0).close();
            Thread.sleep(150); // a rest that is long enough to be looked at

            assertThat(client.ask(HttpRequest.put("/2", "")).body()).isEqualTo("ok");
            assertThat(server.connections).hasSize(2);
        }
    }

    @Test
    @FailsWithout("`HttpConnection#millisLeft` bounds the whole answer, and not each byte")
    void anAnswerThatDripsIsOverInTime() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (AnsweringServer server = new AnsweringServer(connection -> {
                    connection.write("HTTP/1.1 200 OK\nContent-Length: 1000000\n\n");
                    for (int i = 0; i < 2_000 && !over.await(5, TimeUnit.MILLISECONDS); i++) {
                        connection.write("x");
                    }
                    connection.socket.close();
                });
                HttpClient client = client(server)) {
            assertThatThrownBy(() -> client.ask(brief(HttpRequest.get("/"))))
                    .isInstanceOf(UnansweredException.class)
                    .hasMessageEndingWith(": no answer in time");
        } finally {
            over.countDown();
        }
    }

    /** Its greeting to a server that does not speak TLS is not answered. */
    private static HttpEndpoint encrypted(AnsweringServer server) {
        return HttpEndpoint.of(server.endpoint().toString().replace("http:", "https:"), 443);
    }

    @Test
    @FailsWithout("`HttpCall#status` counts the time of the answer from when the request is sent")
    void connectingMayTakeLongerThanTheAnswer() throws Exception {
        try (AnsweringServer silent = new AnsweringServer(connection -> {});
                HttpClient client = new HttpClient(List.of(encrypted(silent)), null)) {
            HttpRequest request = HttpRequest.get("/").timeout(TimeUnit.SECONDS.toNanos(1));
            long begun = System.nanoTime();

            assertThatThrownBy(() -> client.ask(request.answerWithin(1)))
                    .isExactlyInstanceOf(IOException.class)
                    .hasMessageStartingWith(encrypted(silent) + ": ");

            assertThat(System.nanoTime() - begun).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
        }
    }

    @Test
    @FailsWithout("`HttpRequest#answerWithin` bounds the time of an answer")
    void anAnswerMayHaveLessTimeThanTheWholeRequest() throws Exception {
        try (AnsweringServer silent = new AnsweringServer(connection -> {});
                HttpClient client = client(silent)) {
            HttpRequest request = HttpRequest.get("/").timeout(TimeUnit.SECONDS.toNanos(90));

            assertThatThrownBy(() -> client.ask(request.answerWithin(TimeUnit.MILLISECONDS.toNanos(300))))
                    .isInstanceOf(UnansweredException.class)
                    .hasMessageEndingWith(": no answer in time");
        }
    }

    @Test
    void aServerThatIsDownIsPassedOverAndNamedWhereAllAreDown() throws Exception {
        AnsweringServer down = new AnsweringServer(connection -> {});
        down.close();
        try (AnsweringServer up = new AnsweringServer(connection -> connection.write(OK));
                HttpClient client = client(down, up)) {
            assertThat(client.ask(HttpRequest.put("/", "")).body()).isEqualTo("ok");
        }
        try (HttpClient client = client(down, down)) {
            assertThatThrownBy(() -> client.ask(HttpRequest.put("/", "")))
                    .isExactlyInstanceOf(IOException.class)
                    .hasMessageMatching("(" + down.endpoint() + ": Connection refused[^;]*(; )?){2}");
        }
    }

    @Test
    void linesComeWhileTheServerGoesOnWriting() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        try (AnsweringServer server = new AnsweringServer(connection -> {
                    connection.write("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nA\n{\"a\":1}\n{\n");
                    read.await();
                    connection.write("8\n\"b\":2}\n\n0\n\n");
                });
                HttpClient client = client(server);
                HttpCall call = client.call(HttpRequest.post("/v3/watch", "{}"))) {
            assertThat(call.status()).isEqualTo(200);
            assertThat(call.line()).isEqualToIgnoringWhitespace("{\"a\":1}");
            read.countDown();
            assertThat(call.line()).isEqualToIgnoringWhitespace("{\"b\":2}");
            assertThat(call.line()).isNull();
        }
    }

    @Test
    void anotherThreadBreaksOffACallThatWaits() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (AnsweringServer server = new AnsweringServer(connection -> asked.countDown());
                HttpClient client = client(server)) {
            HttpCall call = client.call(HttpRequest.get("/long").timeout(TimeUnit.MINUTES.toNanos(10)));
            CompletableFuture<Object> waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    return call.answer();
                } catch (IOException e) {
                    return e;
                }
            });
            asked.await();
            call.close();
            assertThat(waiting.get()).isInstanceOf(UnansweredException.class);
        }
    }

    @Test
    @FailsWithout("`HttpConnection` uses no proxy: java.net asks the application's selector for any other socket")
    void theApplicationsProxySelectorIsNotAsked() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        ProxySelector before = ProxySelector.getDefault();
        ProxySelector.setDefault(new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                asked.incrementAndGet();
                return List.of(Proxy.NO_PROXY);
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException failed) {}
        });
        try (AnsweringServer server = new AnsweringServer(connection -> connection.write(OK));
                HttpClient client = client(server)) {
            client.ask(HttpRequest.get("/"));
            assertThat(asked).hasValue(0);
        } finally {
            ProxySelector.setDefault(before);
        }
    }

    @Test
    @FailsWithout("`HttpConnection#encrypted` asks the JDK to compare the name of the host")
    void anEncryptedConnectionTrustsWhatItIsToldToAndChecksTheHostsName(@TempDir Path right, @TempDir Path wrong)
            throws Exception {
        for (Certificate each : List.of(Certificate.make(right), Certificate.makeFor("elsewhere", wrong))) {
            boolean named = each.keyStore().startsWith(right.toString());
            TlsSettings own = tls(each, true);
            var factory = serverFactory(each);
            try (AnsweringServer server = new AnsweringServer(factory, connection -> connection.write(OK))) {
                List<HttpEndpoint> https = List.of(encrypted(server));
                try (HttpClient stranger = new HttpClient(https, null);
                        HttpClient strict = new HttpClient(https, own);
                        HttpClient lax = new HttpClient(https, tls(each, false))) {
                    assertThatThrownBy(() -> stranger.ask(HttpRequest.get("/"))).hasMessageContaining("PKIX");
                    assertThat(lax.ask(HttpRequest.get("/")).body()).isEqualTo("ok");
                    if (named) {
                        assertThat(strict.ask(HttpRequest.get("/")).body()).isEqualTo("ok");
                    } else {
                        assertThatThrownBy(() -> strict.ask(HttpRequest.get("/")))
                                .hasMessageContaining("No subject alternative names matching");
                    }
                }
            }
        }
    }

    private static ServerSocketFactory serverFactory(Certificate certificate) throws Exception {
        KeyStore store = KeyStore.getInstance(new File(certificate.keyStore()), Certificate.PASSWORD.toCharArray());
        var keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, Certificate.PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context.getServerSocketFactory();
    }

    private static TlsSettings tls(Certificate certificate, boolean verify) {
        return new TlsSettings(
                new File(certificate.trustStore()),
                Certificate.PASSWORD,
                new File(certificate.keyStore()),
                Certificate.PASSWORD,
                verify);
    }

    @Test
    void anAddressThatIsNoneSaysHowToWriteOne() {
        assertThat(HttpEndpoint.of("https://[::1]", 2379)).hasToString("https://[::1]:2379");
        assertThatThrownBy(() -> HttpEndpoint.of("etcd:2379", 2379))
                .hasMessage("is no address: write it as http://host:2379");
        assertThatThrownBy(() -> HttpEndpoint.of("http://me:pw@etcd", 2379))
                .hasMessage("has a user in it: write 'username' and 'password' beside it");
        assertThatThrownBy(() -> HttpEndpoint.of("http://etcd/path", 2379))
                .hasMessage("has something behind the port: leave that out");
    }

    @Test
    void noHeaderBeginsAnother() {
        assertThatThrownBy(() -> HttpRequest.get("/").header("Authorization", "a\r\nHost: b"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> HttpRequest.get("/a b")).isInstanceOf(IllegalArgumentException.class);
    }
}
