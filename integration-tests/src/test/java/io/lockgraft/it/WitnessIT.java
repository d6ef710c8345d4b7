package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Is the witness worth something? Without the agent it must see the calls run into each other. */
class WitnessIT {
    @Test
    void withoutTheAgentCallsOverlapAndTheCounterIsWrong() throws Exception {
        try (WitnessServer witness = new WitnessServer();
                AppProcess one = counting(witness);
                AppProcess two = counting(witness)) {
            one.succeeds(Duration.ofSeconds(60));
            two.succeeds(Duration.ofSeconds(60));

            assertThat(witness.of("K").calls()).isEqualTo(2000);
            assertThat(witness.of("K").overlaps()).isNotEmpty();
            assertThat(witness.of("K").counter()).isLessThan(2000);
        }
    }

    private static AppProcess counting(WitnessServer witness) throws Exception {
        return AppProcess.of(Jvms.running(), "CounterApp", "K", "2", "4", "250")
                .witness(witness)
                .start();
    }
}
