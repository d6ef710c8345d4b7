package io.lockgraft.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Agents of others that many applications have, each made to change the methods of {@code Tills}. */
enum KnownAgent {
    OPEN_TELEMETRY("opentelemetry-javaagent-", "") {
        @Override
        void setUp(Path folder, AppProcess.Builder app) {
            app.options(
                    "-Dotel.instrumentation.methods.include=com.example.app.Tills[add,hold,look]",
                    "-Dotel.traces.exporter=console",
                    "-Dotel.metrics.exporter=none",
                    "-Dotel.logs.exporter=none");
        }

        @Override
        String trace() {
            return "'Tills.look' : ";
        }
    },
    JACOCO("org.jacoco.agent-", "=output=none") {
        @Override
        String trace() {
            return "$jacocoInit";
        }
    },
    ASPECTJ("aspectjweaver-", "") {
        @Override
        void setUp(Path folder, AppProcess.Builder app) throws IOException {
            Files.writeString(
                    Files.createDirectories(folder.resolve("META-INF")).resolve("aop.xml"), """
                    <aspectj>
                      <aspects><aspect name="com.example.app.TillsAspect"/></aspects>
                      <weaver><include within="com.example.app.Tills*"/></weaver>
                    </aspectj>
                    """);
            app.alsoOnClassPath(folder);
        }

        @Override
        String trace() {
            return "_aroundBody";
        }
    },
    TRANSMITTABLE_THREAD_LOCAL("transmittable-thread-local-", "=ttl.agent.logger:STDOUT") {
        @Override
        String trace() {
            return "[TtlAgent.premain] end";
        }
    },
    BYTEMAN("byteman-", "=script:%s/rules.btm") {
        @Override
        void setUp(Path folder, AppProcess.Builder app) throws IOException {
            StringBuilder rules = new StringBuilder();
            for (String method : List.of("add", "hold", "look")) {
                rules.append("""
                        RULE %1$s
                        CLASS com.example.app.Tills
                        METHOD %1$s(String)
                        AT ENTRY
                        IF TRUE
                        DO System.setProperty("byteman.was.here", "byteman was here")
                        ENDRULE
                        """.formatted(method));
            }
            Files.writeString(folder.resolve("rules.btm"), rules);
        }

        @Override
        String trace() {
            return "byteman was here";
        }
    };

    private final String jar;
    private final String arguments;

    KnownAgent(String jar, String arguments) {
        this.jar = jar;
        this.arguments = arguments;
    }

    /** The option that puts it in front of an application. */
    String option(Path folder) {
        return "-javaagent:" + Libraries.path(jar) + arguments.formatted(folder);
    }

    /** What else it needs. */
    void setUp(Path folder, AppProcess.Builder app) throws IOException {}

    /** What the application's streams have where it has done its work. */
    abstract String trace();
}
