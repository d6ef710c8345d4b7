package io.lockgraft.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.language.expression.Template;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.StillLoadingException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** What a call is told that could not get its lock. */
final class NoLockTest {
    private static NoLock unavailable(Throwable cause) throws Exception {
        Rule rule = RuleBuilder.named("pay")
                .keys(List.of(Template.parse("PAY:{p0}")))
                .build();
        return new NoLock(
                NoLock.Kind.UNAVAILABLE,
                rule,
                LoadedTypes.shape(NoLockTest.class.getDeclaredMethod("unavailable", Throwable.class)),
                List.of("PAY:42"),
                5_001_000_000L,
                cause);
    }

    @Test
    void aServerThatHasNotAnsweredIsToBeLookedAt() throws Exception {
        assertThat(unavailable(new TimeoutException("the lock server has not answered"))
                        .exception())
                .hasMessageEndingWith("could not give PAY:42 within 5001 ms (the lock server has not answered). It did"
                        + " not run. See whether the lock server is up and can be reached; the rule's onUnavailable"
                        + " says what happens");
    }

    @Test
    void aJvmThatIsStillLoadingNeedsAProcessorAndNoOtherServer() throws Exception {
        assertThat(unavailable(new StillLoadingException("this JVM is still loading the lock client"))
                        .exception())
                .hasMessageEndingWith("(this JVM is still loading the lock client). It did not run. Give this JVM more"
                        + " processor time; the rule's onUnavailable says what happens");
    }
}
