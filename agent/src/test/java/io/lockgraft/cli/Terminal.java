package io.lockgraft.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Calls the command line as a shell would, in a folder of its own, and keeps what it writes. */
final class Terminal {
    /** A rules file without mistakes. */
    static final String RULES = """
            namespace: shop
            redis: {address: "redis://127.0.0.1:6379"}
            rules:
              - name: pay-order
                method: com.shop.PayService.payOrder(PayDto)
                key: PAY:{dto.orderNo}
              - name: stock
                method: com.shop.PayService.stock
                key: STOCK:{article}
            """;

    private final Path folder;
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    Terminal(Path folder) {
        this.folder = folder;
    }

    /** Writes a rules file; returns its path. */
    String rules(String text) {
        try {
            return Files.writeString(folder.resolve("rules.yaml"), text).toString();
        } catch (java.io.IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The exit code; what a run before wrote is forgotten. */
    int run(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        return Main.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }
}
