package io.lockgraft.testing.ensemble;

import io.lockgraft.testing.server.Ports;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The servers of a Consul. Where this machine has none, the test is skipped and says so. */
public final class ConsulServers extends Ensemble {
    private static final Pattern ENTRY = Pattern.compile("\\{[^}]*}");

    private final String program;
    private final List<Integer> servers = new ArrayList<>();
    private final List<Integer> gossip = new ArrayList<>();

    private ConsulServers(int count, String program) {
        super("Consul", count);
        this.program = program;
        for (int i = 0; i < count; i++) {
            servers.add(Ports.free());
            gossip.add(Ports.free());
        }
    }

    /** Starts them, and waits until they serve. */
    public static ConsulServers start(int count) {
        ConsulServers servers = new ConsulServers(count, Program.find("LOCKGRAFT_TEST_CONSUL", "consul"));
        servers.startAll();
        return servers;
    }

    @Override
    List<String> command(int server) {
        List<String> command = new ArrayList<>(List.of(
                program,
                "agent",
                "-server",
                "-bootstrap-expect=" + count(),
                "-node=n" + server,
                "-bind=127.0.0.1",
                "-retry-interval=1s",
                "-log-level=warn",
                "-data-dir=" + data(server).resolve("data"),
                "-hcl=session_ttl_min = \"1s\"",
                "-hcl=limits { http_max_conns_per_client = 2000 }",
                "-hcl=performance { raft_multiplier = 1 }",
                // Else a server that is silent for a while is put out of the others' list.
                "-hcl=autopilot { cleanup_dead_servers = false }",
                "-hcl=ports { http = " + port(server) + " dns = -1 grpc = -1 serf_wan = -1 server = "
                        + servers.get(server) + " serf_lan = " + gossip.get(server) + " }"));
        gossip.forEach(port -> command.add("-retry-join=127.0.0.1:" + port));
        return command;
    }

    @Override
    boolean isServing(int server) {
        // The leader makes a node's entry a moment after it is one, and sessions belong to a node.
        return HttpQuestions.ask("PUT", port(server), "/v1/kv/ready", "yes")
                        .filter(answer -> answer.trim().equals("true"))
                        .isPresent()
                && HttpQuestions.ask("GET", port(server), "/v1/catalog/node/n" + server, "")
                        .filter(answer -> answer.contains("\"Node\""))
                        .isPresent();
    }

    @Override
    boolean isLeading(int server) {
        return HttpQuestions.ask("GET", port(server), "/v1/status/leader", "")
                .filter(answer -> answer.trim().equals("\"127.0.0.1:" + servers.get(server) + '"'))
                .isPresent();
    }

    /** The ids of the sessions whose names begin so. */
    public List<String> sessions(String name) {
        List<String> ids = new ArrayList<>();
        Matcher session = ENTRY.matcher(HttpQuestions.ask("GET", port(leader()), "/v1/session/list?consistent", "")
                .orElseThrow());
        while (session.find()) {
            if (HttpQuestions.member(session.group(), "Name").orElseThrow().startsWith(name)) {
                ids.add(HttpQuestions.member(session.group(), "ID").orElseThrow());
            }
        }
        return ids;
    }

    /** Ends it, as the servers end one that they do not hear. */
    public void destroySession(String id) {
        if (HttpQuestions.ask("PUT", port(leader()), "/v1/session/destroy/" + id, "")
                .isEmpty()) {
            throw new IllegalStateException("session " + id);
        }
    }

    /** The keys that begin so and are locked by a session that lives, as the leader has them. */
    public Set<String> lockedKeys(String prefix) {
        Set<String> keys = new TreeSet<>();
        Matcher entry = ENTRY.matcher(HttpQuestions.ask("GET", port(leader()), "/v1/kv/?recurse&consistent", "")
                .orElseThrow());
        while (entry.find()) {
            String key = HttpQuestions.member(entry.group(), "Key").orElseThrow();
            if (key.startsWith(prefix)
                    && HttpQuestions.member(entry.group(), "Session").isPresent()) {
                keys.add(key);
            }
        }
        return keys;
    }
}
