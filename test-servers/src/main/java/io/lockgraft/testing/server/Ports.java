package io.lockgraft.testing.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Free ports for servers that a test starts, kills and starts again. They lie outside of the range from which the
 * kernel takes the ports of outgoing connections: any such connection could take one between its choice and its use, or
 * while its server is down. None is given twice.
 */
public final class Ports {
    private static final Path RANGE_OF_CONNECTIONS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

    /** Below are those that services of the machine have. */
    private static final int FIRST = 10_000;

    private static final int LAST = 65_535;

    /** With fewer, other processes that choose in the same way would be met too often. */
    private static final int ROOM = 2_000;

    private static final int ATTEMPTS = 5;

    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private Ports() {}

    /** The server could not have its port; others could. */
    static final class TakenException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        TakenException(String message) {
            super(message);
        }
    }

    /** Starts what chooses its ports while it starts, and again where another process had one of them first. */
    static <T> T choosing(Supplier<T> start) {
        for (int i = 1; i < ATTEMPTS; i++) {
            try {
                return start.get();
            } catch (TakenException e) {
                // others are chosen now
            }
        }
        return start.get();
    }

    public static int free() {
        int[] range = range();
        while (true) {
            int port = range == null ? 0 : ThreadLocalRandom.current().nextInt(range[0], range[1] + 1);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                if (GIVEN.add(socket.getLocalPort())) {
                    return socket.getLocalPort();
                }
            } catch (IOException e) {
                if (range == null) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /** First and last of those to choose from; null where there is no room, and the kernel has to choose. */
    private static int[] range() {
        String[] connections;
        // In one go, for a second read of such a file finds nothing.
        try (BufferedReader file = Files.newBufferedReader(RANGE_OF_CONNECTIONS)) {
            connections = file.readLine().trim().split("\\s+");
        } catch (IOException e) {
            connections = new String[] {"49152", "65535"}; // what other systems have
        }
        int below = Integer.parseInt(connections[0]) - 1;
        int above = Integer.parseInt(connections[1]) + 1;
        if (below - FIRST >= ROOM) {
            return new int[] {FIRST, below};
        }
        return LAST - above >= ROOM ? new int[] {above, LAST} : null;
    }
}
