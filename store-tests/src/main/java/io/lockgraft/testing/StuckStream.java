package io.lockgraft.testing;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A stream that keeps a writer until it is opened, as a pipe that is full and not read. */
public final class StuckStream extends OutputStream {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final CountDownLatch somebody = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);
    private volatile RuntimeException once;

    public PrintStream stream() {
        return new PrintStream(this, true, StandardCharsets.UTF_8);
    }

    public void open() {
        opened.countDown();
    }

    /** Waits until a writer is kept. */
    public void awaitSomebody() throws InterruptedException {
        somebody.await();
    }

    /** The next write gets this. */
    public void throwOnce(RuntimeException e) {
        once = e;
    }

    public List<String> lines() {
        synchronized (written) {
            return written.toString(StandardCharsets.UTF_8).lines().toList();
        }
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        somebody.countDown();
        try {
            opened.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        RuntimeException failure = once;
        if (failure != null) {
            once = null;
            throw failure;
        }
        synchronized (written) {
            written.write(bytes, offset, length);
        }
    }
}
