package io.lockgraft.testing.ensemble;

import io.lockgraft.testing.server.Ports;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The members of an etcd. Where this machine has none, the test is skipped and says so. */
public final class EtcdServers extends Ensemble {
    private static final Pattern LEASE = Pattern.compile("\"ID\":\"?(\\d+)");
    private static final Pattern KEY = Pattern.compile("\"key\":\"([^\"]*)\"");

    private final String program;
    private final List<Integer> peers = new ArrayList<>();

    private EtcdServers(int count, String program) {
        super("etcd", count);
        this.program = program;
        for (int i = 0; i < count; i++) {
            peers.add(Ports.free());
        }
    }

    /** Starts them, and waits until they serve. */
    public static EtcdServers start(int count) {
        EtcdServers servers = new EtcdServers(count, Program.find("LOCKGRAFT_TEST_ETCD", "etcd"));
        servers.startAll();
        return servers;
    }

    @Override
    List<String> command(int server) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < count(); i++) {
            all.add("m" + i + "=http://127.0.0.1:" + peers.get(i));
        }
        String client = "http://127.0.0.1:" + port(server);
        String peer = "http://127.0.0.1:" + peers.get(server);
        return List.of(
                program,
                "--name=m" + server,
                "--data-dir=" + data(server).resolve("data"),
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=" + String.join(",", all),
                "--unsafe-no-fsync");
    }

    @Override
    boolean isServing(int server) {
        return range(server, "x", "x").isPresent();
    }

    @Override
    boolean isLeading(int server) {
        String status = HttpQuestions.ask("POST", port(server), "/v3/maintenance/status", "{}")
                .orElse("");
        Optional<String> leader = HttpQuestions.member(status, "leader");
        return leader.isPresent() && leader.equals(HttpQuestions.member(status, "member_id"));
    }

    /** All keys that begin so, as a majority has them. */
    public Set<String> keys(String prefix) {
        Set<String> keys = new TreeSet<>();
        String after = prefix.substring(0, prefix.length() - 1) + (char) (prefix.charAt(prefix.length() - 1) + 1);
        Matcher key = KEY.matcher(range(leader(), prefix, after).orElseThrow());
        while (key.find()) {
            keys.add(new String(Base64.getDecoder().decode(key.group(1)), StandardCharsets.UTF_8));
        }
        return keys;
    }

    /** Ends all leases, and with them the keys that have one. */
    public void revokeLeases() {
        int leader = leader();
        Matcher lease = LEASE.matcher(HttpQuestions.ask("POST", port(leader), "/v3/lease/leases", "{}")
                .orElseThrow());
        while (lease.find()) {
            // One that has ended by itself meanwhile is not known any more.
            HttpQuestions.ask("POST", port(leader), "/v3/lease/revoke", "{\"ID\":" + lease.group(1) + "}");
        }
    }

    private Optional<String> range(int server, String from, String to) {
        return HttpQuestions.ask(
                "POST",
                port(server),
                "/v3/kv/range",
                "{\"key\":\"" + base64(from) + "\",\"range_end\":\"" + base64(to) + "\",\"keys_only\":true}");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
