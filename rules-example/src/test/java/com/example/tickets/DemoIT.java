package com.example.tickets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo as README says it, with what Maven has built before this test. */
class DemoIT {
    private static final int TICKETS = 100;
    private static final int CUSTOMERS = 300;

    @TempDir
    private Path folder;

    @Test
    void theShopOversellsAsItIsAndSellsExactlyItsTicketsWithLockgraft() throws Exception {
        sells("file");
    }

    @Test
    @Tag("whole")
    void theSameOnARedis() throws Exception {
        sells("redis");
    }

    @Test
    @Tag("whole")
    void theSameOnTheDatabaseOfTheShop() throws Exception {
        sells("h2");
    }

    private void sells(String store) throws Exception {
        if (Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .noneMatch(each -> Files.isExecutable(Path.of(each, "bash")))) {
            System.out.println("==== SKIPPED: the demo, because there is no bash on the PATH");
            abort("no bash on the PATH");
        }

        String printed = demo(store);

        int without = number(printed, "sold in total", 1);
        assertThat(row(printed, "tickets there were", "(\\d+) +(\\d+)").group(2))
                .isEqualTo("" + TICKETS);
        assertThat(without).as("sold without Lockgraft").isGreaterThan(TICKETS);
        assertThat(number(printed, "sold in total", 2))
                .as("sold with Lockgraft")
                .isEqualTo(TICKETS);
        assertThat(IntStream.rangeClosed(1, 3)
                        .map(till -> number(printed, "JVM " + till + " sold", 2))
                        .sum())
                .as("what its JVMs sold")
                .isEqualTo(TICKETS);
        assertThat(number(printed, "left, says the database", 2)).isZero();
        assertThat(number(printed, "locked calls", 1)).isZero();
        assertThat(number(printed, "locked calls", 2)).isEqualTo(CUSTOMERS);
        assertThat(row(printed, "verdict", "OVERSOLD by (\\d+) +exact").group(1))
                .isEqualTo("" + (without - TICKETS));
    }

    /** What it prints; it has ended well. */
    private String demo(String store) throws Exception {
        Path output = folder.resolve("demo.out");
        ProcessBuilder builder = new ProcessBuilder("./rules-example/demo.sh", store)
                .directory(new File("..").getCanonicalFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("LOCKGRAFT_"));
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("LOCKGRAFT_DEMO_BUILD", "no");
        Process demo = builder.start();
        if (!demo.waitFor(5, TimeUnit.MINUTES)) {
            demo.destroy();
            fail("the demo did not end; it printed: " + Files.readString(output));
        }
        String printed = Files.readString(output);
        System.out.println(printed);
        assertThat(demo.exitValue()).as(printed).isZero();
        return printed;
    }

    private static int number(String printed, String row, int column) {
        return Integer.parseInt(row(printed, row, "(\\d+) +(\\d+)").group(column));
    }

    private static MatchResult row(String printed, String name, String columns) {
        return Pattern.compile("^ +" + Pattern.quote(name) + " +" + columns + "$", Pattern.MULTILINE)
                .matcher(printed)
                .results()
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row '" + name + "' in: " + printed));
    }
}
