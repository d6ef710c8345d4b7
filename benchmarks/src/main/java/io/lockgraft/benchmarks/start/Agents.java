package io.lockgraft.benchmarks.start;

import io.lockgraft.benchmarks.harness.Jvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The options that put each agent in front of an application, with rules for the method {@code call} of so many
 * classes.
 */
public final class Agents {
    /** It stands as one text in the aspect's class, and the JVM has none that is longer than 64 kB. */
    private static final int MOST_OF_A_POINTCUT = 500;

    private final Path folder;
    private final String prefix;
    private final IntFunction<String> named;

    private Agents(Path folder, String prefix, IntFunction<String> named) {
        this.folder = folder;
        this.prefix = prefix;
        this.named = named;
    }

    /**
     * With rules that name the services.
     *
     * @param folder for what the agents read
     */
    public static Agents forServices(Path folder) {
        return new Agents(folder, "services-", ServiceClasses::name);
    }

    /** With rules that name classes which are not there. */
    public static Agents elsewhere(Path folder) {
        return new Agents(folder, "elsewhere-", i -> "com.example.pay.PayService" + i);
    }

    public List<String> none() {
        return List.of();
    }

    /** An agent that does nothing: what any agent costs. */
    public List<String> empty() throws IOException {
        return List.of("-javaagent:" + jarOf(EmptyAgent.class));
    }

    /** An agent that is shown every class and does nothing with it: what any transformer costs. */
    public List<String> passing() throws IOException {
        return List.of("-javaagent:" + jarOf(PassingAgent.class));
    }

    /** One rule for each class. It refuses a file without rules: for none, one for a class that is not there. */
    public List<String> lockgraft(int rules) throws IOException {
        return rules == 0
                ? elsewhere(folder).lockgraft(1)
                : lockgraft(prefix + rules, rules(rules, i -> named.apply(i) + ".call(String)"));
    }

    /** The same as {@link #lockgraft(int)}, with its transformer within reach of {@link TransformAll}. */
    public List<String> lockgraftWithin(int rules) throws IOException {
        List<String> options = new ArrayList<>(lockgraft(rules));
        String javaagent = "-javaagent:";
        options.set(
                0,
                javaagent + jarOf(TransformerAgent.class) + "=" + options.get(0).substring(javaagent.length()));
        return options;
    }

    /** With patterns that name none of the services, but have to look at each class's name. */
    public List<String> lockgraftWithPatterns(int rules) throws IOException {
        return lockgraft("patterns-" + rules, rules(rules, i -> "com.example..*Repository" + i + ".call(String)"));
    }

    private List<String> lockgraft(String name, String rules) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".yaml"), """
                redis: {address: 'redis://127.0.0.1:6379'}
                rules:%s
                """.formatted(rules));
        return List.of(Jvm.agentWith(file), "-Dlockgraft.log=error");
    }

    private static String rules(int count, IntFunction<String> method) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\n  - {name: rule" + i + ", method: '" + method.apply(i) + "', key: 'K:{p0}'}")
                .collect(Collectors.joining());
    }

    /** One rule of Byteman's language for each class. */
    public List<String> byteman(int rules) throws IOException {
        Path script = Files.writeString(
                folder.resolve(prefix + rules + ".btm"),
                IntStream.range(0, rules)
                        .mapToObj(i -> """
                                RULE rule%d
                                CLASS %s
                                METHOD call(String)
                                AT ENTRY
                                IF TRUE
                                DO NOTHING
                                ENDRULE
                                """.formatted(i, named.apply(i)))
                        .collect(Collectors.joining("\n")));
        return List.of("-javaagent:" + Jvm.library("byteman-") + "=script:" + script);
    }

    /** Load-time weaving, configured by {@link #aspectJFolder}. */
    public List<String> aspectJ() {
        return List.of("-javaagent:" + Jvm.library("aspectjweaver-"));
    }

    /**
     * A folder for the class path, where AspectJ's weaver finds aspects whose pointcuts name the classes; nothing
     * outside of the application's packages is looked at.
     */
    public Path aspectJFolder(int rules) throws IOException {
        Path root = folder.resolve(prefix + "aspectj-" + rules);
        String aspects = rules == 0 ? aspect(0, "execution(* com.example.services.None.call(..))") : "";
        for (int from = 0; from < rules; from += MOST_OF_A_POINTCUT) {
            aspects += aspect(from, anyOf(from, Math.min(rules, from + MOST_OF_A_POINTCUT)));
        }
        Files.writeString(Files.createDirectories(root.resolve("META-INF")).resolve("aop.xml"), """
                <aspectj>
                  <aspects>
                %s  </aspects>
                  <weaver options="-Xlint:ignore"><include within="com.example..*"/></weaver>
                </aspectj>
                """.formatted(aspects));
        return root;
    }

    private static String aspect(int number, String pointcut) {
        return """
                    <concrete-aspect name="com.example.aspects.Locked%d" extends="%s">
                      <pointcut name="calls" expression="%s"/>
                    </concrete-aspect>
                """.formatted(number, EmptyAspect.class.getName(), pointcut);
    }

    /** Half by half, for its parser and its weaver go down one step for each "or" of a row. */
    private String anyOf(int from, int to) {
        int middle = (from + to) / 2;
        return to - from == 1
                ? "execution(* " + named.apply(from) + ".call(..))"
                : "(" + anyOf(from, middle) + " || " + anyOf(middle, to) + ")";
    }

    /** Which has its own rules, and sends what it measures to nobody. */
    public List<String> openTelemetry() {
        return List.of(
                "-javaagent:" + Jvm.library("opentelemetry-javaagent-"),
                "-Dotel.traces.exporter=none",
                "-Dotel.metrics.exporter=none",
                "-Dotel.logs.exporter=none");
    }

    private Path jarOf(Class<?> agent) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", agent.getName());
        return Jars.of(agent, folder, manifest);
    }
}
