package io.lockgraft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.manage.Counters.Event;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.Whole;
import io.lockgraft.testing.WrittenLog;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random {@link Schedules}. A failure tells its number, the steps and where the calls are. {@code
 * -Dlockgraft.test.schedule=NUMBER} takes the steps of that number again, and {@code
 * -Dlockgraft.test.schedules=COUNT} looks for longer.
 */
@Timeout(600)
@FailsWithout("`Gate` moves a lease under its lock, so that it has one owner and no call is forgotten")
@FailsWithout("`Gate#leave` passes on what is offered to a call that gives up")
@Shows({
    "an interrupt, or the end of the wait, in the moment in which a call is passed the lock",
    "many calls of one JVM"
})
final class SchedulesTest {
    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private static final Long ONE = Long.getLong("lockgraft.test.schedule");
    private static final int MANY = Integer.getInteger("lockgraft.test.schedules", Whole.rounds(3_000, 60));

    @ParameterizedTest
    @CsvSource({
        "EXCLUSIVE EXCLUSIVE EXCLUSIVE EXCLUSIVE EXCLUSIVE, 64, loses",
        "EXCLUSIVE EXCLUSIVE EXCLUSIVE EXCLUSIVE EXCLUSIVE, 1, none",
        "EXCLUSIVE EXCLUSIVE EXCLUSIVE EXCLUSIVE EXCLUSIVE, 64, overstays",
        "WRITE WRITE READ READ WRITE, 64, loses",
        "READ READ READ WRITE READ, 64, overstays",
        "FENCED FENCED FENCED FENCED FENCED, 2, loses",
        "SEMAPHORE SEMAPHORE SEMAPHORE SEMAPHORE SEMAPHORE, 64, loses",
        "EXCLUSIVE EXCLUSIVE EXCLUSIVE EXCLUSIVE EXCLUSIVE, 64, lingers loses",
        "EXCLUSIVE EXCLUSIVE EXCLUSIVE EXCLUSIVE EXCLUSIVE, 1, lingers odd",
        "FENCED FENCED FENCED EXCLUSIVE EXCLUSIVE, 2, lingers loses",
    })
    void inWhateverOrderNoCallIsForgottenNoTwoMeetAndEveryGrantIsGivenBackOnce(String kinds, int handoffs, String what)
            throws Exception {
        Stage.Cast cast = new Stage.Cast(kinds);
        cast.handoffs = handoffs;
        cast.loses = what.contains("loses");
        cast.overstays = what.contains("overstays");
        cast.odd = what.contains("odd");
        cast.linger = what.contains("lingers") ? Duration.ofMinutes(1) : Duration.ZERO;
        Stage stage = new Stage(cast);
        Schedules schedules = new Schedules(stage);
        if (ONE != null) {
            schedules.run(ONE);
        } else {
            SplittableRandom seeds = new SplittableRandom();
            for (int i = 0; i < MANY; i++) {
                schedules.run(seeds.nextLong());
            }
        }
        stage.close();

        System.out.println("==== " + kinds + ", " + what + ": " + stage.count(Event.ENTERED) + " entered, "
                + stage.count(Event.HANDED_OVER) + " handed over, " + stage.count(Event.LINGERED)
                + " lingered, " + stage.count(Event.LOST) + " lost, " + stage.count(Event.INTERRUPTED)
                + " gave up");
        assertThat(stage.count(Event.ENTERED)).isPositive();
    }
}
