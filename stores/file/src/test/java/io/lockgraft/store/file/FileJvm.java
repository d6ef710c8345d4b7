package io.lockgraft.store.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process of its own on a file store: a {@link FileWorker}. */
final class FileJvm {
    private final Process process;
    private final PrintStream in;
    private final BufferedReader out;

    FileJvm(Path folder) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        process = new ProcessBuilder(
                        java,
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FileWorker.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        out = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Deletes all files of the locks in the folder. */
    static void deleteFiles(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.locks")) {
            for (Path each : files) {
                Files.delete(each);
            }
        }
    }

    void say(String command) {
        in.println(command);
    }

    String hear() throws IOException {
        return out.readLine();
    }

    String ask(String command) throws IOException {
        say(command);
        return hear();
    }

    long pid() {
        return process.pid();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
