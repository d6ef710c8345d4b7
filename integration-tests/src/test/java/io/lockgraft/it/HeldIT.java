package io.lockgraft.it;

import io.lockgraft.testing.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The commands that ask Redis who holds a key, and take it away. */
@Timeout(240)
class HeldIT {
    @Test
    void aKeyIsShownAndTakenAwayAndNotTakenAgain() throws Exception {
        try (RedisServer redis = RedisServer.start();
                TakenAway scene = new TakenAway("redis: {address: '" + redis.address() + "'}", app -> app)) {
            scene.run("[0-9.]+ s left");
            scene.killHolder("[0-9.]+ s left", "[0-9.]+ s left");
        }
    }
}
