package io.lockgraft.backend.redis;

import io.lockgraft.backend.Request;
import io.lockgraft.report.Log;
import java.util.concurrent.TimeUnit;

/**
 * Gives back what an owner may hold, again and again until the server has said that it is done. The lease by itself
 * would not do: a command that is stuck on its way begins its lease only when it arrives.
 */
final class Release {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(5);
    private static final long PATIENCE = TimeUnit.MINUTES.toNanos(10);

    private final Clock clock;

    Release(Clock clock) {
        this.clock = clock;
    }

    void insist(Commands commands, Request request) {
        insist(commands, request, System.nanoTime() + request.leaseNanos() + PATIENCE, FIRST_PAUSE);
    }

    private void insist(Commands commands, Request request, long until, long pause) {
        commands.bury(request).whenComplete((answer, error) -> {
            if (error == null && !Scripts.isForgotten(answer)) {
                return;
            }
            if (until - System.nanoTime() < 0) {
                Log.warn(
                        "gave up releasing " + request.keys().get(0) + "; it ends with its lease",
                        error == null ? null : Failure.of(error).told());
                return;
            }
            clock.after(pause, () -> insist(commands, request, until, Math.min(2 * pause, LONGEST_PAUSE)));
        });
    }
}
