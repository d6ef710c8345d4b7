package io.lockgraft.testing;

import io.lockgraft.spi.log.Log;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What the agent logs while a test runs, in place of the error stream: {@code [lockgraft] WARN text}. */
public final class WrittenLog implements BeforeEachCallback, AfterEachCallback {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @Override
    public void beforeEach(ExtensionContext test) throws Exception {
        Log.to(new PrintStream(written, true, StandardCharsets.UTF_8));
    }

    @Override
    public void afterEach(ExtensionContext test) {
        Log.to(System.err);
    }

    public Stream<String> lines() {
        return toString().lines();
    }

    /** Those of one rule. The others may be words of an earlier test, whose threads still end. */
    public Stream<String> lines(String rule) {
        return lines().filter(line -> line.contains("rule '" + rule + "'"));
    }

    /** As it was written, with time and thread. */
    public String raw() {
        return written.toString(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return LogLines.plain(raw());
    }
}
