package io.lockgraft.engine;

import static io.lockgraft.engine.Woven.rule;
import static net.bytebuddy.matcher.ElementMatchers.any;
import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isNative;
import static net.bytebuddy.matcher.ElementMatchers.none;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Documents;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.junit.jupiter.api.Test;

/** ARCHITECTURE.md tells the way of one call; this test holds it to the classes that such a call enters. */
class WayOfOneCallTest {
    private static final String ROOT = "io.lockgraft.";
    private static final String ENGINE = ROOT + "engine.";

    static final class Shop {
        static void pay(String order) {}
    }

    /** What the recorded thread entered. Classes outside of the engine count by their room. */
    public static final class Record {
        static volatile Thread recorded;
        static final Map<String, Integer> CLASSES = new TreeMap<>();

        private Record() {}

        public static void entered(String type) {
            if (Thread.currentThread() == recorded) {
                recorded = null;
                CLASSES.merge(type.replaceAll("\\$.*", ""), 1, Integer::sum);
                recorded = Thread.currentThread();
            }
        }
    }

    static final class Entering {
        private Entering() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Origin("#t") String type) {
            Record.entered(type);
        }
    }

    @Test
    void architectureNamesEachClassOfTheEngineThatACallEnters() throws Throwable {
        try (Woven woven = new Woven()) {
            int site = woven.site(rule("PAY:{p0}").build(), Shop.class, "pay");
            call(woven, site);
            Instrumentation instrumentation = ByteBuddyAgent.install();
            ResettableClassFileTransformer recording = recording(instrumentation);
            try {
                call(woven, site);
                Record.recorded = Thread.currentThread();
                call(woven, site);
                Record.recorded = null;
            } finally {
                recording.reset(instrumentation, AgentBuilder.RedefinitionStrategy.RETRANSFORMATION);
            }
        }

        List<String> engine = new ArrayList<>();
        TreeSet<String> rooms = new TreeSet<>();
        for (String each : Record.CLASSES.keySet()) {
            if (each.startsWith(ENGINE)) {
                engine.add(each.substring(each.lastIndexOf('.') + 1));
            } else {
                rooms.add(each.substring(ROOT.length()).replaceAll("\\..*", ""));
            }
        }
        System.out.println("One call enters " + Record.CLASSES.size() + " classes, " + engine.size()
                + " of them of the engine: " + engine + ", the others of " + rooms);
        List<String> steps = steps();
        assertThat(steps).as("steps of one call").hasSize(12);
        String told = String.join("\n", steps);
        assertThat(engine)
                .as("classes that 'One call in twelve steps' of ARCHITECTURE.md does not name")
                .allMatch(each ->
                        Pattern.compile('`' + each + "[`.#]").matcher(told).find());
    }

    /** The numbered rows of the chapter. */
    private static List<String> steps() {
        String page = Documents.read("ARCHITECTURE.md");
        int begin = page.indexOf("## One call in twelve steps");
        assertThat(begin).as("the chapter of ARCHITECTURE.md").isPositive();
        String chapter = page.substring(begin, page.indexOf("\n## ", begin + 1));
        List<String> steps = new ArrayList<>();
        Matcher numbered =
                Pattern.compile("^\\| \\d+ \\| (.*)$", Pattern.MULTILINE).matcher(chapter);
        while (numbered.find()) {
            steps.add(numbered.group(1));
        }
        return steps;
    }

    private static ResettableClassFileTransformer recording(Instrumentation instrumentation) {
        ElementMatcher<TypeDescription> ours = type -> type.getName().startsWith(ROOT)
                && !type.isInterface()
                && !type.getName().contains("Test")
                && !type.getName().startsWith(ROOT + "testing.")
                && !type.getName().startsWith(Woven.class.getName());
        return new AgentBuilder.Default()
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .with(AgentBuilder.Listener.StreamWriting.toSystemError().withErrorsOnly())
                .ignore(none())
                .type(ours)
                .transform((builder, type, loader, module, domain) -> builder.visit(Advice.to(Entering.class)
                        .on(any().and(not(isAbstract())).and(not(isNative())))))
                .installOn(instrumentation);
    }

    private static void call(Woven woven, int site) throws Throwable {
        Woven.exit(woven.engine.enter(site, null, new Object[] {"42"}), null);
    }
}
