package io.lockgraft.benchmarks.harness;

import io.lockgraft.benchmarks.report.Json;
import io.lockgraft.benchmarks.worker.Slice;
import io.lockgraft.benchmarks.worker.Worker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A JVM that competes, from the outside. */
final class WorkerProcess implements AutoCloseable {
    private final Process process;
    private final Path errors;
    private final BufferedReader out;

    WorkerProcess(List<String> options, List<String> arguments, Path errors) {
        this.errors = errors;
        this.process = Jvm.start(Jvm.command(options, Worker.class.getName(), arguments), errors);
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    void begin(Slice slice) throws IOException {
        tell(slice.line());
    }

    /** Heap, threads and classes, as it says itself. */
    Map<String, Object> footprint() throws IOException {
        tell(Worker.FOOTPRINT);
        return answer();
    }

    void record() throws IOException {
        tell(Worker.RECORD);
        answer();
    }

    /** Ends it, and writes it to this file. */
    void recorded(Path file) throws IOException {
        tell(Worker.RECORDED + file);
        answer();
    }

    private void tell(String line) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    /** Waits for the answer to a slice, or to the start. */
    Map<String, Object> answer() throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(Worker.ANSWER)) {
                return Json.read(line.substring(Worker.ANSWER.length()));
            }
        }
        throw new IllegalStateException("a JVM has ended; what it said is in " + errors);
    }

    @Override
    public void close() {
        Jvm.end(process);
    }
}
