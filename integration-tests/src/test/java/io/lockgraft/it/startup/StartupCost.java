package io.lockgraft.it.startup;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * What the agent costs before the first locked call: the time from the start of a JVM to its {@code main} with 50 exact
 * rules, and the loading of a class that no rule names; each against the same JVM with an agent that does nothing, in
 * turns, as medians.
 *
 * <p>Run it by {@code integration-tests/startup-cost.sh}.
 */
public final class StartupCost {
    private static final int CLASSES = 10_000;

    private final Path jar;
    private final Path work;
    private final int runs;

    private StartupCost(Path jar, Path work, int runs) {
        this.jar = jar;
        this.work = work;
        this.runs = runs;
    }

    public static void main(String[] args) throws Exception {
        Path work = Files.createTempDirectory("lockgraft-startup");
        try {
            int runs = args.length > 1 ? Integer.parseInt(args[1]) : 21;
            new StartupCost(Path.of(args[0]).toAbsolutePath(), work, runs).report();
        } finally {
            try (var files = Files.walk(work)) {
                files.sorted((a, b) -> b.compareTo(a))
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private void report() throws Exception {
        Path rules = Files.writeString(work.resolve("rules.yaml"), fiftyRules());
        Path classes = classesThatNoRuleNames();
        String lockgraft = "-javaagent:" + jar + "=" + rules;
        String empty = "-javaagent:" + agentOf(EmptyAgent.class);
        String passing = "-javaagent:" + agentOf(PassingAgent.class);

        System.out.printf("JVM: %s %s%n", System.getProperty("java.vm.name"), System.getProperty("java.vm.version"));
        System.out.printf(
                "machine: %d processors, %s %s; medians of %d runs in turns%n%n",
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                runs);

        double[][] starts = inTurns("", empty, lockgraft);
        print("start to main, no agent", starts[0], "ms");
        print("start to main, empty agent", starts[1], "ms");
        print("start to main, 50 exact rules", starts[2], "ms");
        System.out.printf(
                Locale.ROOT,
                "50 rules over an empty agent: %.0f ms more, %.2f x%n%n",
                median(starts[2]) - median(starts[1]),
                median(starts[2]) / median(starts[1]));

        double[][] loads = loadsInTurns(classes, empty, passing, lockgraft);
        print("load of a class, empty agent", loads[0], "us");
        print("load of a class, agent with a transformer that returns null", loads[1], "us");
        print("load of a class that no rule names, 50 exact rules", loads[2], "us");
        System.out.printf(
                Locale.ROOT,
                "a class that no rule names: %.2f us more than under a transformer that returns null (%.2f x), "
                        + "%.2f us more than under an empty agent (%.2f x)%n",
                median(loads[2]) - median(loads[1]),
                median(loads[2]) / median(loads[1]),
                median(loads[2]) - median(loads[0]),
                median(loads[2]) / median(loads[0]));
    }

    /** Milliseconds from the fork of a JVM to the first byte that its main prints. */
    private double[][] inTurns(String... agents) throws Exception {
        return measureInTurns(agents, agent -> {
            long begin = System.nanoTime();
            Process process = java(agent, Hello.class.getName());
            process.getInputStream().read();
            double millis = (System.nanoTime() - begin) / 1e6;
            finish(process);
            return millis;
        });
    }

    private double[][] loadsInTurns(Path classes, String... agents) throws Exception {
        return measureInTurns(agents, agent -> {
            Process process = java(agent, LoadAll.class.getName(), classes.toString());
            String line = new BufferedReader(new InputStreamReader(process.getInputStream())).readLine();
            finish(process);
            return Double.parseDouble(line) / CLASSES / 1e3;
        });
    }

    private double[][] measureInTurns(String[] agents, Measure measure) throws Exception {
        double[][] samples = new double[agents.length][runs];
        for (int run = -1; run < runs; run++) {
            for (int i = 0; i < agents.length; i++) {
                double sample = measure.of(agents[i]);
                if (run >= 0) {
                    samples[i][run] = sample;
                }
            }
        }
        return samples;
    }

    private static Process java(String agent, String... mainAndArguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The warning about class data sharing goes to stdout, where these programs answer.
        command.add("-Xlog:disable");
        command.add("-Xlog:all=error:stderr");
        if (!agent.isEmpty()) {
            command.add(agent);
        }
        command.add("-cp");
        command.add(System.getProperty("java.class.path").split(java.io.File.pathSeparator)[0]);
        command.addAll(Arrays.asList(mainAndArguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void finish(Process process) throws InterruptedException {
        int code = process.waitFor();
        if (code != 0) {
            throw new IllegalStateException("a measured JVM ended with " + code);
        }
    }

    private static String fiftyRules() {
        StringBuilder rules = new StringBuilder("redis: {address: \"redis://127.0.0.1:6379\"}\nrules:\n");
        for (int i = 0; i < 50; i++) {
            rules.append("  - name: rule-").append(i).append('\n');
            rules.append("    method: com.shop.part")
                    .append(i)
                    .append(".Service")
                    .append(i);
            rules.append(".work(OrderDto, int)\n    key: WORK:{p0.orderNo}:{p1}\n    wait: 5s\n");
        }
        return rules.toString();
    }

    private Path classesThatNoRuleNames() throws IOException {
        Path file = work.resolve("classes.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < CLASSES; i++) {
                String name = "org.other.part" + i % 100 + ".Class" + i;
                out.putNextEntry(new JarEntry(name.replace('.', '/') + ".class"));
                out.write(classOf(name.replace('.', '/')));
                out.closeEntry();
            }
        }
        return file;
    }

    /** An empty class with an attribute that nobody reads, so that its file is as long as a usual one. */
    private static byte[] classOf(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(52);
        out.writeShort(6);
        for (String constant : new String[] {name, "java/lang/Object"}) {
            out.writeByte(1);
            out.writeUTF(constant);
            out.writeByte(7);
            out.writeShort(constant.equals(name) ? 1 : 3);
        }
        out.writeByte(1);
        out.writeUTF("Padding");
        out.writeShort(0x21);
        out.writeShort(2);
        out.writeShort(4);
        out.writeShort(0);
        out.writeShort(0);
        out.writeShort(0);
        out.writeShort(1);
        out.writeShort(5);
        out.writeInt(4_000);
        out.write(new byte[4_000]);
        return bytes.toByteArray();
    }

    private Path agentOf(Class<?> agent) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", agent.getName());
        Path file = work.resolve(agent.getSimpleName() + ".jar");
        String entry = agent.getName().replace('.', '/') + ".class";
        try (OutputStream bytes = Files.newOutputStream(file);
                JarOutputStream out = new JarOutputStream(bytes, manifest);
                var in = agent.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
        }
        return file;
    }

    private static void print(String what, double[] samples, String unit) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        System.out.printf(
                Locale.ROOT,
                "%-62s min %8.2f  median %8.2f  max %8.2f %s%n",
                what,
                sorted[0],
                median(samples),
                sorted[sorted.length - 1],
                unit);
    }

    private static double median(double[] samples) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** One run of one JVM. */
    private interface Measure {
        double of(String agent) throws Exception;
    }
}
