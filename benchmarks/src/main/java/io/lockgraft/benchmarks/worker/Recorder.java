package io.lockgraft.benchmarks.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;

/** Has the JDK's flight recorder look at this JVM for a while: where its threads are, a thousand times a second. */
public final class Recorder {
    private static final Duration OFTEN = Duration.ofMillis(100);

    private final Recording recording = new Recording();

    public Recorder() {
        recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1));
        recording.enable("jdk.ThreadPark").withThreshold(Duration.ZERO).withoutStackTrace();
        recording.enable("jdk.CPULoad").withPeriod(OFTEN);
        recording.enable("jdk.ThreadContextSwitchRate").withPeriod(OFTEN);
    }

    public void start() {
        recording.start();
    }

    /** Ends it, and writes what was seen. */
    public void stop(Path file) throws IOException {
        recording.stop();
        recording.dump(file);
        recording.close();
    }
}
