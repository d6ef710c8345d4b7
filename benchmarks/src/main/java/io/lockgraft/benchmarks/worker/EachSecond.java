package io.lockgraft.benchmarks.worker;

/** Something that is done on a thread of its own at the begin of a slice, and then each second until its end. */
public abstract class EachSecond {
    private Thread thread;
    private volatile Exception failure;

    protected abstract void look() throws Exception;

    public void begin() {
        thread = new Thread(this::run, "each-second");
        thread.setDaemon(true);
        thread.start();
    }

    /** Interrupts it where it is. Throws what it has failed by. */
    public void end() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts it", e);
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }

    private void run() {
        try {
            while (true) {
                look();
                Thread.sleep(1000);
            }
        } catch (InterruptedException e) {
            // The slice is over.
        } catch (Exception e) {
            failure = e;
        }
    }
}
