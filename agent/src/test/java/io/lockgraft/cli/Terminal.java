package io.lockgraft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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

    /** A rule for a file {@link #withServer}. */
    static String rule(String method, String key) {
        return "  - method: " + method + "\n    key: '" + key + "'\n";
    }

    /** Writes a file of these rules; returns its path. */
    String withServer(String rules) {
        return rules("redis: {address: 'redis://127.0.0.1:6379'}\nrules:\n" + rules);
    }

    /**
     * What is warned of, without its place, and without the rule's name where that is a wildcard's; the exit code must
     * be 0.
     */
    List<String> warnings(String rules, Path classes) {
        assertThat(run("check", withServer(rules), "--classpath", classes.toString()))
                .as(out())
                .isZero();
        String mark = ": warning: ";
        return out().lines()
                .filter(line -> line.contains(mark))
                .map(line -> line.substring(line.indexOf(mark) + mark.length()))
                .map(line -> line.replaceFirst("^rule '[^']*\\*[^']*'|^rule '.*Bean.order'", ""))
                .toList();
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
