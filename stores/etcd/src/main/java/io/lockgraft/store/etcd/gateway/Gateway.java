package io.lockgraft.store.etcd.gateway;

import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.spi.table.RefusedException;
import io.lockgraft.store.http.HttpAnswer;
import io.lockgraft.store.http.HttpCall;
import io.lockgraft.store.http.HttpClient;
import io.lockgraft.store.http.HttpEndpoint;
import io.lockgraft.store.http.HttpRequest;
import io.lockgraft.store.http.JsonObject;
import io.lockgraft.store.http.JsonWriter;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The JSON gateway of a cluster. It logs in when etcd asks for it, and tells in plain words what etcd refuses. A
 * request without an answer is not sent again. Blocks the thread that asks.
 */
public final class Gateway implements AutoCloseable {
    /** A member that is cut off from the others ends its answers to this, in place of falling silent. */
    private static final String HAS_LEADER = "Grpc-Metadata-hasleader";

    private static final int NOT_FOUND = 404;
    private static final int MISDIRECTED = 421;
    private static final int SERVER_ERROR = 500;

    private final HttpClient client;

    /** There is another member to ask where one is silent. */
    private final boolean hasOthers;

    private final String username;
    private final String password;
    private final String prefix;
    private final ReentrantLock login = new ReentrantLock();

    /** Empty for none. */
    private volatile String token = "";

    /**
     * @param tls null for the JVM's own certificates
     * @param username null for none; so for the password
     * @param prefix what all keys begin with that are asked for, for messages
     */
    public Gateway(List<HttpEndpoint> endpoints, TlsSettings tls, String username, String password, String prefix)
            throws IOException, GeneralSecurityException {
        this.client = new HttpClient(endpoints, tls);
        this.hasOthers = endpoints.size() > 1;
        this.username = username;
        this.password = password;
        this.prefix = prefix;
    }

    /** Does this in one step. */
    public TxnAnswer txn(Txn txn, Deadline deadline) throws IOException {
        return new TxnAnswer(post("/v3/kv/txn", txn.body(), deadline));
    }

    public JsonObject post(String path, Map<String, ?> body, Deadline deadline) throws IOException {
        return read(ask(path, body, deadline));
    }

    /** The same, with the headers of the answer. */
    public HttpAnswer ask(String path, Map<String, ?> body, Deadline deadline) throws IOException {
        String used = token;
        try {
            return once(path, body, used, deadline);
        } catch (GatewayException e) {
            if (!e.isOldLogin() && !e.isNoLogin()) {
                throw e;
            }
            // It was refused, so it may be sent again.
            logIn(used, deadline);
            return once(path, body, token, deadline);
        }
    }

    private HttpAnswer once(String path, Map<String, ?> body, String with, Deadline deadline) throws IOException {
        try (HttpCall call = client.call(timed(request(path, body, with), deadline))) {
            HttpAnswer answer = call.answer();
            check(call, answer, deadline);
            return answer;
        }
    }

    private HttpRequest timed(HttpRequest request, Deadline deadline) throws SocketTimeoutException {
        HttpRequest timed = request.timeout(deadline.left());
        return hasOthers ? timed.answerWithin(deadline.half()) : timed;
    }

    /** An answer that etcd goes on writing, line by line. A line comes within this time, or the call is over. */
    public HttpCall stream(String path, Map<String, ?> body, long timeoutNanos) {
        return client.call(request(path, body, token).header(HAS_LEADER, "true").timeout(timeoutNanos));
    }

    private static HttpRequest request(String path, Map<String, ?> body, String with) {
        HttpRequest request = HttpRequest.post(path, JsonWriter.write(body));
        return with.isEmpty() ? request : request.header("Authorization", with);
    }

    private static JsonObject read(HttpAnswer answer) throws IOException {
        return JsonObject.read(answer.body());
    }

    /** Throws where this is no answer that says "done". */
    private void check(HttpCall call, HttpAnswer answer, Deadline deadline) throws IOException {
        int status = answer.status();
        if (status < 300) {
            return;
        }
        String type = String.valueOf(answer.header("Content-Type"));
        if (!type.startsWith("application/json")) {
            throw noGateway(call.endpoint(), status, deadline);
        }
        JsonObject error = read(answer);
        if (status >= SERVER_ERROR) {
            call.leaveServer(); // it has no leader, say: another member may
        }
        throw told(error, call.endpoint());
    }

    private IOException noGateway(HttpEndpoint endpoint, int status, Deadline deadline) throws IOException {
        if (status == MISDIRECTED) {
            throw new RefusedException(
                    "etcd at " + endpoint + " does not know itself by that name (421); name the host in its"
                            + " --host-whitelist",
                    null);
        }
        if (status != NOT_FOUND) {
            return new IOException(endpoint + " has answered " + status + ", which etcd does not");
        }
        String version = version(deadline);
        if (version.isEmpty()) {
            throw new RefusedException(endpoint + " is no etcd: it has neither /v3 nor /version", null);
        }
        throw new RefusedException(
                version.matches("([0-2]|3\\.[0-3])\\..*")
                        ? "etcd at " + endpoint + " is " + version + "; locks need 3.4 or later"
                        : "etcd at " + endpoint + " has its JSON gateway turned off (404); start it with"
                                + " --enable-grpc-gateway=true",
                null);
    }

    /** The version of the server that is asked now; empty where that is no etcd. */
    public String version(Deadline deadline) throws IOException {
        HttpAnswer answer = client.ask(timed(HttpRequest.get("/version"), deadline));
        return answer.status() == 200 && answer.body().startsWith("{")
                ? read(answer).text("etcdserver")
                : "";
    }

    /** What etcd says, in words that help. Throws where asking again cannot help. */
    private IOException told(JsonObject error, HttpEndpoint endpoint) {
        String message = error.has("message") ? error.text("message") : error.text("error");
        GatewayException failed = new GatewayException((int) error.number("code"), endpoint + " answers: " + message);
        if (failed.isNoLogin() && username == null) {
            throw new RefusedException(
                    "etcd at " + endpoint + " has authentication turned on; set etcd.username and etcd.password",
                    failed);
        }
        if (failed.isWrongPassword()) {
            throw new RefusedException(
                    "etcd at " + endpoint + " does not know the user '" + username
                            + "' with this password; correct etcd.username and etcd.password",
                    failed);
        }
        if (failed.isDenied()) {
            throw new RefusedException(
                    "etcd lets the user '" + username + "' not read and write keys that begin with '"
                            + prefix + "'; grant it: etcdctl role grant-permission ROLE --prefix=true"
                            + " readwrite " + prefix,
                    failed);
        }
        if (failed.isFull()) {
            return new IOException(
                    "the database of etcd is full; compact and defragment it, or raise --quota-backend-bytes, and"
                            + " then: etcdctl alarm disarm",
                    failed);
        }
        return failed;
    }

    /** An error that stands inside of a stream. */
    public IOException streamed(JsonObject error, HttpEndpoint endpoint) {
        IOException failed = told(error, endpoint);
        if (failed instanceof GatewayException && ((GatewayException) failed).isOldLogin()) {
            token = "";
        }
        return failed;
    }

    /** @param old the token that etcd knows no more: where there is another meanwhile, that one is tried */
    private void logIn(String old, Deadline deadline) throws IOException {
        login.lock();
        try {
            if (!token.equals(old)) {
                return;
            }
            Map<String, Object> user = new LinkedHashMap<>();
            user.put("name", username);
            user.put("password", password);
            token = read(once("/v3/auth/authenticate", user, "", deadline)).text("token");
        } finally {
            login.unlock();
        }
    }

    /** Breaks off what is asked. */
    @Override
    public void close() {
        client.close();
    }

    @Override
    public String toString() {
        return client.toString();
    }
}
