package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.rules.yaml.Option;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Problem;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> variables = new HashMap<>();
    private final Options options = new Options(new Environment() {
        @Override
        public String variable(String name) {
            return variables.get(name);
        }

        @Override
        public String property(String name) {
            return properties.get(name);
        }
    });

    @Test
    void aSystemPropertyComesBeforeTheEnvironment() {
        properties.put("lockgraft.redis.address", "redis://a:1");
        variables.put("LOCKGRAFT_REDIS_ADDRESS", "redis://b:1");

        assertThat(options.property("lockgraft.redis.address")).isEqualTo("redis://a:1");
    }

    @Test
    void theEnvironmentIsAskedWhereThePropertyIsEmpty() {
        properties.put("lockgraft.report", " ");
        variables.put("LOCKGRAFT_REPORT", "/tmp/r.json");

        assertThat(options.report()).isEqualTo("/tmp/r.json");
    }

    @Test
    void otherPropertiesAreNotLookedForInTheEnvironment() {
        variables.put("USER_HOME", "x");

        assertThat(options.property("user.home")).isNull();
    }

    @Test
    void theAgentsOwnArgumentNamesTheRulesBeforeAllElse() {
        properties.put("lockgraft.rules", "b.yaml");

        assertThat(options.rules("a.yaml")).isEqualTo("a.yaml");
        assertThat(options.rules("")).isEqualTo("b.yaml");
        assertThat(options.rules(null)).isEqualTo("b.yaml");
    }

    @Test
    void aLogLevelIsReadInAnyCase() {
        variables.put("LOCKGRAFT_LOG", "Debug");

        assertThat(options.logLevel()).isEqualTo(Log.Level.DEBUG);
    }

    @Test
    void aLogLevelThatIsNoneIsInfo() {
        properties.put("lockgraft.log", "loud");

        assertThat(options.logLevel()).isEqualTo(Log.Level.INFO);
    }

    @Test
    void itIsToldAfterThreeMinutesWhatHasMatchedNothingUnlessAnOptionSaysOtherwise() {
        assertThat(options.matchWithin()).isEqualTo(Duration.ofMinutes(3));
        variables.put("LOCKGRAFT_MATCH_WITHIN", "soon");
        assertThat(options.matchWithin()).isEqualTo(Duration.ofMinutes(3));
        properties.put("lockgraft.matchWithin", "45s");
        assertThat(options.matchWithin()).isEqualTo(Duration.ofSeconds(45));
    }

    @ParameterizedTest
    @CsvSource({
        "lockgraft.rules,LOCKGRAFT_RULES",
        "lockgraft.failOpen,LOCKGRAFT_FAIL_OPEN",
        "lockgraft.redis.tls-x,LOCKGRAFT_REDIS_TLS_X"
    })
    void aVariableIsNamedAfterItsProperty(String property, String variable) {
        assertThat(Option.variable(property)).isEqualTo(variable);
    }

    @Test
    void aPropertyThatBeginsAsAnOptionAndIsNoneIsAMistakeWithTheNearestNames() {
        List<String> set =
                List.of("lockgraft.redis.adress", "lockgraft.failopen", "lockgraft.rules", "lock", "lockgraft.x");

        assertThat(UnknownOptions.properties(set, List.of()))
                .extracting(Problem::toString)
                .containsExactly(
                        "-Dlockgraft.failopen: there is no such option; did you mean 'lockgraft.failOpen'?",
                        "-Dlockgraft.redis.adress: there is no such option; did you mean 'lockgraft.redis.address'?",
                        "-Dlockgraft.x: there is no such option; the options are lockgraft.rules, lockgraft.log,"
                                + " lockgraft.report, lockgraft.matchWithin, lockgraft.namespace, lockgraft.failOpen,"
                                + " lockgraft.redis.address,"
                                + " lockgraft.redis.username, lockgraft.redis.password, lockgraft.redis.database,"
                                + " lockgraft.redis.timeout, lockgraft.log.to, lockgraft.log.format,"
                                + " lockgraft.manage.mailbox, lockgraft.manage.folder and lockgraft.manage.address");
    }

    @Test
    void aVariableThatIsNearToAnOptionIsToldUnlessTheRulesAskForIt() {
        List<String> set = List.of("LOCKGRAFT_REDIS_ADRESS", "LOCKGRAFT_REDIS", "LOCKGRAFT_LOG", "LOCKGRAFT_TEST_JDKS");
        options.variable("LOCKGRAFT_REDIS");

        assertThat(UnknownOptions.variables(set, options.asked, List.of()))
                .extracting(Problem::toString)
                .containsExactly(
                        "LOCKGRAFT_REDIS_ADRESS: nobody reads this variable; did you mean 'LOCKGRAFT_REDIS_ADDRESS'?");
    }
}
