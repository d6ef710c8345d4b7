package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;

/** Stops a process where it stands, as a long garbage collection or a frozen virtual machine does; or ends it. */
final class Signals {
    private Signals() {}

    /** Returns when it stands: on a busy machine threads of it run on until one of them has taken the signal. */
    static void stop(ProcessHandle process) throws IOException, InterruptedException {
        send("-STOP", process);
        File[] threads = new File("/proc/" + process.pid() + "/task").listFiles();
        for (File thread : threads == null ? new File[0] : threads) {
            while (isRunning(thread)) {
                Thread.sleep(1);
            }
        }
    }

    private static boolean isRunning(File thread) {
        try {
            String stat = Files.readString(thread.toPath().resolve("stat"));
            return "RSD".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
        } catch (IOException ended) {
            return false;
        }
    }

    /** Not Process.destroy, which closes the streams of the process too. */
    static void terminate(ProcessHandle process) throws IOException, InterruptedException {
        send("-TERM", process);
    }

    static void resume(ProcessHandle process) throws IOException, InterruptedException {
        send("-CONT", process);
    }

    private static void send(String signal, ProcessHandle process) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", signal, String.valueOf(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        assertThat(code == 0 || !process.isAlive())
                .as("kill %s %d", signal, process.pid())
                .isTrue();
    }
}
