package io.lockgraft.store.redis;

import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.RespClient;
import io.lockgraft.testing.store.LostPlaces;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sees in what the servers do (MONITOR) which owner loses its place in a queue. Its member is taken out by a script
 * that another owner has sent; or by one of its own that comes too late, which puts it in again, at the end.
 */
final class WatchedQueues implements LostPlaces {
    private static final Pattern LINE = Pattern.compile("([0-9.]+) \\[[0-9]+ ([^]]*)] \"([^\"]*)\"(.*)");
    private static final Pattern QUEUE =
            Pattern.compile(" \"(.*):lockgraft#(waiting|heard)[^\"]*\" (?:\"[0-9.]+\" )?\"([^\"]*)\"");

    /** Who was not called either was silent for so long. */
    private static final long PRESENCE = 5000;

    private final List<Watch> watches = new ArrayList<>();
    private final List<Long> waitedFor = new CopyOnWriteArrayList<>();

    WatchedQueues(List<RedisServer> servers) {
        for (RedisServer server : servers) {
            watches.add(new Watch(server));
        }
    }

    @Override
    public List<Long> waitedFor() {
        watches.forEach(Watch::catchUp);
        return new ArrayList<>(waitedFor);
    }

    @Override
    public void close() {
        watches.forEach(Watch::close);
    }

    private final class Watch {
        private final RedisServer server;
        private final RespClient monitor;
        private final Map<String, Double> called = new HashMap<>();
        private final Map<String, CountDownLatch> marks = new ConcurrentHashMap<>();
        private String script = "";
        /** What the script has taken out of its owner's own place, and since when that had been called. */
        private String left;

        private Double leftSince;

        Watch(RedisServer server) {
            this.server = server;
            this.monitor = server.connect();
            monitor.command("MONITOR");
            monitor.waitForEver();
            Thread reader = new Thread(this::read, "monitor of " + server.port());
            reader.setDaemon(true);
            reader.start();
        }

        /** Until it has heard of all that has happened. */
        void catchUp() {
            String mark = "mark-" + System.nanoTime();
            CountDownLatch seen = new CountDownLatch(1);
            marks.put(mark, seen);
            server.command("ECHO", mark);
            try {
                if (!seen.await(30, TimeUnit.SECONDS)) {
                    throw new AssertionError("the monitor of " + server.port() + " does not answer");
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        void close() {
            monitor.close();
        }

        private void read() {
            try {
                while (true) {
                    Matcher line = LINE.matcher((String) monitor.next());
                    if (line.matches()) {
                        saw(Double.parseDouble(line.group(1)), line.group(2), line.group(3), line.group(4));
                    }
                }
            } catch (UncheckedIOException closed) {
                // The test is over.
            }
        }

        private void saw(double time, String client, String command, String arguments) {
            if (!client.equals("lua")) {
                script = arguments;
                left = null;
                leftSince = null;
                if (command.equalsIgnoreCase("ECHO")) {
                    CountDownLatch mark = marks.remove(arguments.replaceAll("[ \"]", ""));
                    if (mark != null) {
                        mark.countDown();
                    }
                }
                return;
            }
            Matcher queue = QUEUE.matcher(arguments);
            if (!queue.matches()) {
                return;
            }
            String member = queue.group(3);
            boolean own = script.contains('"' + member.substring(1) + '"');
            String place = queue.group(1) + ' ' + member;
            boolean waits = queue.group(2).equals("waiting");
            if (own) {
                Double since = called.remove(place);
                leftSince = since == null ? leftSince : since;
                if (command.equals("zadd") && waits && place.equals(left)) {
                    lost(leftSince, time);
                }
                left = command.equals("zrem") && waits ? place : left;
            } else if (command.equals("zadd")) {
                called.put(place, time);
            } else if (command.equals("zrem") && waits) {
                lost(called.remove(place), time);
            }
        }

        private void lost(Double since, double time) {
            waitedFor.add(since == null ? PRESENCE : Math.round((time - since) * 1000));
        }
    }
}
