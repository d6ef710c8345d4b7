package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/** Stops a process where it stands, as a long garbage collection or a frozen virtual machine does; or ends it. */
final class Signals {
    private Signals() {}

    static void stop(Process process) throws IOException, InterruptedException {
        send("-STOP", process);
    }

    /** Not Process.destroy, which closes the streams of the process too. */
    static void terminate(Process process) throws IOException, InterruptedException {
        send("-TERM", process);
    }

    static void resume(Process process) throws IOException, InterruptedException {
        send("-CONT", process);
    }

    private static void send(String signal, Process process) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", signal, String.valueOf(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        assertThat(code).as("kill %s %d", signal, process.pid()).isZero();
    }
}
