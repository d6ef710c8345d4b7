package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods of every kind, in class files of every version that the JVM takes, run under their locks and verify. */
class ClassVersionsIT {
    private static final List<String> OLD =
            List.of("plain", "hidden", "monitor", "withFinally", "loop", "fixed", "fixedMonitor");
    private static final List<String> KINDS = List.of(
            "private",
            "packaged",
            "protected",
            "final",
            "static",
            "generic",
            "bridge",
            "inner",
            "nested",
            "default",
            "interface-static",
            "enum",
            "enum-body",
            "synchronized",
            "wide",
            "anonymous",
            "throws");
    private static final List<String> MODERN =
            List.of("record", "record-static", "interface-private", "nest", "pattern", "local-record");

    /** Of all tests, for the older versions are the same for every JVM. */
    @TempDir
    private static Path folder;

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void everyKindOfMethodOfEveryVersionIsLocked(Jvm jvm) throws Exception {
        List<String> run = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int version = 46; version <= 51; version++) {
            Path classes = OldClass.write(version, folder.resolve(String.valueOf(version)));
            add(run, classes, OldClass.NAME, expected, OLD);
        }
        for (int release : releases(jvm)) {
            Path classes = folder.resolve(String.valueOf(44 + release));
            compile(jvm, release, classes);
            add(run, classes, "com.example.kinds.Kinds", expected, KINDS);
            if (release >= 17) {
                add(run, classes, "com.example.modern.Modern", expected, MODERN);
            }
        }

        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.of(jvm, "VersionsApp", run.toArray(String[]::new))
                        .options("-Xverify:all")
                        .eye(redis)
                        .rules(rules(redis))
                        .start()) {
            app.succeeds(Duration.ofSeconds(120));
            assertThat(app.output()).as(app::toString).containsExactlyElementsOf(expected);
        }
    }

    static List<Jvm> withModulesAndRecords() {
        return Jvms.extremes().stream().filter(jvm -> jvm.version() >= 17).toList();
    }

    @ParameterizedTest
    @MethodSource("withModulesAndRecords")
    void aModuleThatExportsAndOpensNothingIsLockedByWhatItsClassesHold(Jvm jvm) throws Exception {
        Path classes = Sources.compile(
                Jvms.running(),
                "module",
                folder.resolve("module-" + jvm.version()),
                List.of("--release", "17"),
                Sources.EYE);

        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.launch(
                                jvm,
                                "--module-path",
                                classes.toString(),
                                "-m",
                                "com.example.shop/com.example.shop.main.Main")
                        .options("-Xverify:all")
                        .eye(redis)
                        .rules("""
                                namespace: it
                                redis: {address: '%s'}
                                rules:
                                  - {method: com.example.shop.pay.PayService.getter(Order), key: \
                                'K:getter-{p0.orderNo}'}
                                  - {method: com.example.shop.pay.PayService.field(Order), key: 'K:field-{p0.field}'}
                                  - {method: com.example.shop.pay.PayService.component(Order), key: \
                                'K:component-{p0.customer.name}'}
                                  - {method: com.example.shop.pay.PayService.method(Order), key: \
                                "K:method-{p0.say('no')}"}
                                """.formatted(redis.address()))
                        .start()) {
            app.succeeds(Duration.ofSeconds(60));
            assertThat(app.output())
                    .as(app::toString)
                    .containsExactly(
                            "module com.example.shop",
                            "getter-42 locked",
                            "field-field locked",
                            "component-ann locked",
                            "method-no42 locked");
            assertThat(Complaints.in(app.errors())).isEmpty();
        }
    }

    private static void compile(Jvm jvm, int release, Path classes) throws Exception {
        if (Files.exists(classes)) {
            return;
        }
        Jvm compiler = release > Jvms.running().version() ? jvm : Jvms.running();
        List<String> options = List.of("--release", String.valueOf(release), "-cp", AppProcess.classes());
        Sources.compile(compiler, "kinds", classes, options);
        if (release >= 17) {
            Sources.compile(compiler, "modern", classes, options);
        }
    }

    /** Those at which the class file changed: modules, nests, records; and the JVM's own. */
    private static List<Integer> releases(Jvm jvm) {
        List<Integer> releases = new ArrayList<>();
        for (int release : new int[] {8, 9, 11, 17, 21, 25}) {
            if (release <= jvm.version() && (release <= Jvms.running().version() || release == jvm.version())) {
                releases.add(release);
            }
        }
        return releases;
    }

    private static void add(List<String> run, Path classes, String main, List<String> expected, List<String> methods) {
        run.add(classes.toString());
        run.add(main);
        for (String method : methods) {
            expected.add(classes.getFileName() + "-" + method + " locked");
        }
    }

    private static String rules(RedisServer redis) {
        StringBuilder text = new StringBuilder("namespace: it\nredis: {address: '" + redis.address() + "'}\nrules:\n");
        text.append("  - {name: old, method: com.example.old.Old.*(String), key: 'K:{p0}'}\n");
        text.append("  - name: kinds\n    key: K:{p0}\n    methods:\n");
        for (String method : List.of(
                "Kinds.hidden(String)",
                "Kinds.packaged(String)",
                "Kinds.guarded(String)",
                "Kinds.last(String)",
                "Kinds.fixed(String)",
                "Kinds.monitor(String)",
                "Kinds.wide(String, long, double, long)",
                "Kinds.fails(String)",
                "Kinds$Inner.look(String)",
                "Kinds.Nested.look(String)",
                "Kinds$1.look(String)",
                "Generic.Text.look(String)",
                "Colour.look(String)",
                "Colour$1.look(String)",
                "Greets.greet(String)",
                "Greets.salute(String)")) {
            text.append("      - com.example.kinds.").append(method).append('\n');
        }
        text.append("  - {name: pattern, method: com.example.modern.Modern.pattern(Object), key: 'K:{p0}'}\n");
        text.append("  - {name: record, methods: [com.example.modern.Modern.Order.look(),")
                .append(" com.example.modern.Modern.Order.twice()], key: 'K:{this.name}'}\n");
        text.append("  - {name: fixed, method: com.example.modern.Modern.Order.fixed(String), key: 'K:{p0}'}\n");
        text.append("  - {name: private, method: com.example.modern.Modern.Opens.inside(String), key: 'K:{p0}'}\n");
        text.append("  - {name: nest, method: com.example.modern.Modern.Nest.look(String), key: 'K:{p0}'}\n");
        text.append("  - {name: local, method: 'com.example.modern.Modern$1Local.look(..)', key: 'K:{p0.name}'}\n");
        return text.toString();
    }
}
