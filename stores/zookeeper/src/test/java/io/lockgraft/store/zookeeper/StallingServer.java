package io.lockgraft.store.zookeeper;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.RequestProcessor;
import org.apache.zookeeper.server.ServerCnxn;
import org.apache.zookeeper.server.UnimplementedRequestProcessor;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * A server of the library that can take its time: connections are made and pings answered, and all else waits. It can
 * also be as old as one before 3.5.
 */
final class StallingServer extends ZooKeeperServer {
    private final AtomicInteger returns = new AtomicInteger();

    StallingServer(File folder, int tick) throws IOException {
        super(folder, folder, tick);
    }

    private final List<Request> waiting = new ArrayList<>();
    private RequestProcessor first;
    private boolean stalls;
    private boolean isOld;

    synchronized void stall() {
        stalls = true;
    }

    /** What waits is served now, in its order. */
    synchronized void serve() throws Exception {
        stalls = false;
        for (Request each : waiting) {
            first.processRequest(each);
        }
        waiting.clear();
    }

    /** From now on it answers a request for a container as a server that has never heard of them. */
    synchronized void becomeOld() {
        isOld = true;
    }

    /** How often clients have gone on with a session on another connection. */
    int returns() {
        return returns.get();
    }

    private synchronized void process(Request request) throws RequestProcessor.RequestProcessorException {
        if (stalls && request.type != OpCode.ping) {
            waiting.add(request);
        } else if (isOld && request.type == OpCode.createContainer) {
            new UnimplementedRequestProcessor().processRequest(request);
        } else {
            first.processRequest(request);
        }
    }

    @Override
    protected void setupRequestProcessors() {
        super.setupRequestProcessors();
        first = firstProcessor;
        firstProcessor = new RequestProcessor() {
            @Override
            public void processRequest(Request request) throws RequestProcessorException {
                process(request);
            }

            @Override
            public void shutdown() {
                first.shutdown();
            }
        };
    }

    @Override
    public void reopenSession(ServerCnxn connection, long session, byte[] password, int timeout) throws IOException {
        returns.incrementAndGet();
        super.reopenSession(connection, session, password, timeout);
    }
}
