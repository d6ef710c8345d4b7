package io.lockgraft.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Phaser;
import java.util.stream.Collectors;

/**
 * A third store that the agent knows nothing of: every body tells it when it begins and ends, and it sees whether two
 * of one key ran at once. It also keeps a counter for each key, which bodies read when they begin and write when they
 * end, takes writes under fence tokens, and keeps sets.
 */
final class WitnessServer implements AutoCloseable {
    private final ServerSocket server;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final Map<String, Watch> watches = new ConcurrentHashMap<>();
    private final Map<String, GrowingSet> sets = new ConcurrentHashMap<>();
    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();
    private final Map<String, Phaser> places = new ConcurrentHashMap<>();

    WitnessServer() throws IOException {
        server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        startDaemon("witness", this::listen);
    }

    int port() {
        return server.getLocalPort();
    }

    /** What was seen of one key. */
    Watch of(String key) {
        return watches.computeIfAbsent(key, Watch::new);
    }

    GrowingSet set(String name) {
        return sets.computeIfAbsent(name, unused -> new GrowingSet());
    }

    /** By the number that a call had to add: what its caller was told. */
    Map<String, String> told() {
        return ended.stream().collect(Collectors.toMap(Ended::number, Ended::end));
    }

    /** All calls that have told it. */
    List<Ended> ended() {
        return new ArrayList<>(ended);
    }

    /** Returns when as many have come here, the test itself among them. */
    void meet(String place, int threads) {
        places.computeIfAbsent(place, unused -> new Phaser(threads)).arriveAndAwaitAdvance();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }

    private void listen() {
        try {
            while (true) {
                Socket connection = server.accept();
                connections.add(connection);
                startDaemon("witness of " + connection.getPort(), () -> hear(connection));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void hear(Socket connection) {
        String connected = "connection " + connection.getPort();
        String who = connected;
        List<String> inside = new ArrayList<>();
        long looked = 0;
        try (connection) {
            connection.setTcpNoDelay(true);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
            OutputStream out = connection.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                who = words[0].equals("hello") ? words[1] + ", " + connected : who;
                looked = words[0].equals("look") ? System.nanoTime() : looked;
                out.write((answer(words, who, inside, looked) + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (IOException gone) {
            // A JVM that was killed: its bodies are over, as the witness sees it.
        } finally {
            connections.remove(connection);
            for (String key : inside) {
                of(key).vanish(who);
            }
        }
    }

    private String answer(String[] words, String who, List<String> inside, long looked) {
        switch (words[0]) {
            case "hello":
                return "ok";
            case "enter":
                inside.add(words[1]);
                return String.valueOf(of(words[1]).enter(who));
            case "beside":
                inside.add(words[1]);
                of(words[1]).enterBeside(who);
                return "ok";
            case "leave":
                inside.remove(words[1]);
                of(words[1]).vanish(who);
                return "ok";
            case "exit":
                inside.remove(words[1]);
                of(words[1]).exit(who, Integer.parseInt(words[2]));
                return "ok";
            case "write":
                return of(words[1]).write(Long.parseLong(words[2])) ? "written" : "refused";
            case "look":
                return String.valueOf(set(words[1]).read());
            case "grow":
                set(words[1]).write(Integer.parseInt(words[2]), words[3], Long.parseLong(words[4]), looked);
                return "ok";
            case "watch":
                set(words[1]).watch(Integer.parseInt(words[2]), words[3], looked);
                return "ok";
            case "tell":
                long now = System.nanoTime();
                ended.add(new Ended(words[1], words[2], now - Long.parseLong(words[3]), now));
                return "ok";
            case "meet":
                meet(words[1], Integer.parseInt(words[2]));
                return "ok";
            default:
                throw new IllegalArgumentException(words[0]);
        }
    }

    private static void startDaemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * A call to a set is over.
     *
     * @param number what it had to add
     * @param end what its caller was told
     * @param from by System.nanoTime of the test
     */
    record Ended(String number, String end, long from, long to) {}

    /**
     * A body began while another one ran.
     *
     * @param story one sentence
     * @param jvms those of the bodies, as they have called themselves
     * @param since when the first of those that ran had begun, by System.nanoTime
     * @param at when this one began
     */
    record Overlap(String story, Set<String> jvms, long since, long at) {
        @Override
        public String toString() {
            return story;
        }
    }

    /** What was seen of one key. The same thread may be inside more than once. */
    static final class Watch {
        private final String key;
        private final List<String> inside = new ArrayList<>();
        private final Set<String> beside = new HashSet<>();
        private final Map<String, Long> begun = new HashMap<>();
        private final List<Overlap> overlaps = new ArrayList<>();
        private final List<Long> tokens = new ArrayList<>();
        private int most;
        private int calls;
        private int counter;

        private Watch(String key) {
            this.key = key;
        }

        /** How many bodies began. */
        synchronized int calls() {
            return calls;
        }

        /** What bodies counted: as many as began, if they were alone. */
        synchronized int counter() {
            return counter;
        }

        /** One for each body that began while another thread's was running. */
        synchronized List<Overlap> overlaps() {
            return new ArrayList<>(overlaps);
        }

        /** The fence tokens of the writes that were taken, in their order. */
        synchronized List<Long> tokens() {
            return new ArrayList<>(tokens);
        }

        /** All that a store needs for fencing: it remembers the greatest token, and refuses lower ones. */
        private synchronized boolean write(long token) {
            if (!tokens.isEmpty() && token < tokens.get(tokens.size() - 1)) {
                return false;
            }
            tokens.add(token);
            return true;
        }

        /** How many threads are inside now. */
        synchronized int inside() {
            return new HashSet<>(inside).size();
        }

        /** How many threads were inside at once. */
        synchronized int most() {
            return most;
        }

        private synchronized int enter(String who) {
            begin(who, inside.stream().allMatch(who::equals));
            return counter;
        }

        private synchronized void enterBeside(String who) {
            begin(who, inside.stream().allMatch(other -> other.equals(who) || beside.contains(other)));
            beside.add(who);
        }

        private void begin(String who, boolean allowed) {
            calls++;
            if (!allowed) {
                Set<String> bodies = new HashSet<>(inside);
                bodies.add(who);
                long since = inside.stream().mapToLong(begun::get).min().getAsLong();
                overlaps.add(new Overlap(
                        "call " + calls + " on " + key + ", " + who + ", began while these ran: " + inside,
                        bodies.stream().map(each -> each.split(",")[0]).collect(Collectors.toSet()),
                        since,
                        System.nanoTime()));
            }
            begun.put(who, System.nanoTime());
            inside.add(who);
            most = Math.max(most, inside());
        }

        private synchronized void exit(String who, int written) {
            counter = written;
            inside.remove(who);
        }

        private synchronized void vanish(String who) {
            inside.remove(who);
            beside.remove(who);
        }
    }
}
