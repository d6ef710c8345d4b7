package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is loaded for an application that has nothing to lock. */
class LeanStartIT {
    private List<String> loadedWith(Jvm jvm, String... methods) throws Exception {
        // By itself the client begins to load half a second after main: on a busy machine before the JVM has ended.
        RulesText rules = RulesText.onServers("connect: late, address: 'redis://127.0.0.1:1'", "wait: 1s");
        for (String method : methods) {
            rules.lock(method);
        }
        try (AppProcess app = AppProcess.of(jvm, "JobApp")
                .options("-verbose:class")
                .rules(rules.toString())
                .start()) {
            app.succeeds(Duration.ofSeconds(60));
            assertThat(app.output()).contains("main returns");
            assertThat(app.output()).as("the list of classes").anyMatch(line -> line.contains("io.lockgraft.weave."));
            return app.output();
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void rulesThatNameNothingThatIsLoadedLoadNoClassOfByteBuddyNorOfRedisson(Jvm jvm) throws Exception {
        List<String> output =
                loadedWith(jvm, "Elsewhere.pay(String)", "elsewhere..Service*.*(..)", "Elsewhere+.pay(..)");

        assertThat(output).noneMatch(line -> line.contains("net.bytebuddy."));
        assertThat(output).noneMatch(line -> line.contains("org.redisson.") || line.contains("io.netty."));
    }

    /**
     * The check before main reads it, for a mistyped method must not run unlocked; with the reader of class files
     * alone.
     */
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void aRuleForAClassThatIsThereAndIsNeverLoadedLoadsNothingThatWeaves(Jvm jvm) throws Exception {
        List<String> output = loadedWith(jvm, "Desk.hold(String)");

        assertThat(output)
                .filteredOn(line -> line.contains("net.bytebuddy."))
                .isNotEmpty()
                .allMatch(line -> line.contains("net.bytebuddy.jar.asm."));
        assertThat(output).noneMatch(line -> line.contains("org.redisson.") || line.contains("io.netty."));
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void aRuleThatNamesALoadedClassLoadsWhatWeavesIt(Jvm jvm) throws Exception {
        List<String> output = loadedWith(jvm, "JobApp.work(String)");

        assertThat(output).anyMatch(line -> line.contains("net.bytebuddy.asm.Advice"));
        assertThat(output).noneMatch(line -> line.contains("org.redisson.") || line.contains("io.netty."));
    }
}
