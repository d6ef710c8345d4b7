package io.lockgraft.store.consul.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.store.consul.settings.ConsulSettings;
import io.lockgraft.store.http.HttpEndpoint;
import io.lockgraft.testing.FailsWithout;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Questions that cannot be asked. */
final class ConsulApiTest {
    @Test
    @FailsWithout("`ConsulApi#ask` takes an Error for the end of the question")
    void anErrorInTheMiddleOfAQuestionIsItsAnswer() throws Exception {
        HttpEndpoint nobody = HttpEndpoint.of("http://127.0.0.1:1", 0);
        ConsulSettings settings =
                new ConsulSettings(nobody, ConsulSettings.PREFIX, Duration.ofSeconds(15), null, 0, null);
        ConsulApi api = new ConsulApi(settings, new DaemonThreads("api-test"), () -> {});
        BooleanSupplier full = () -> {
            throw new OutOfMemoryError("Java heap space");
        };

        assertThat(api.readIf(full, "name"))
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withRootCauseInstanceOf(OutOfMemoryError.class);
        api.close();
    }
}
