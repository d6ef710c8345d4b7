package io.lockgraft.start;

import io.lockgraft.rules.Rule;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.text.Durations;
import io.lockgraft.spi.thread.Daemons;
import io.lockgraft.weave.Weaver;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells some minutes after the start which rules have matched nothing. Until then a class may come that a web
 * application or a Spring Boot jar brings; afterwards it may still come, and is woven as it loads. Once, on a thread of
 * its own, and only where the start has left a pattern without a match.
 */
final class MatchWatch implements Runnable {
    private final Weaver weaver;
    private final UnmatchedRules unmatched;
    private final Duration after;

    private MatchWatch(Weaver weaver, UnmatchedRules unmatched, Duration after) {
        this.weaver = weaver;
        this.unmatched = unmatched;
        this.after = after;
    }

    static void begin(Weaver weaver, UnmatchedRules unmatched, Duration after) {
        if (!weaver.hasUnmatched()) {
            return;
        }
        try {
            Daemons.start("lockgraft-match", new MatchWatch(weaver, unmatched, after));
        } catch (OutOfMemoryError noThread) {
            Log.warn("There is no thread to look for rules that match nothing: they are told at exit", noThread);
        }
    }

    @Override
    public void run() {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(after.toMillis());
        for (long left = 1; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
        Map<Rule, Map<String, String>> found = Collections.emptyMap();
        if (weaver.hasUnmatched()) {
            weaver.judgeUnloaded();
            found = weaver.unmatched();
        }
        unmatched.tell(found, "in the first " + Durations.text(after), false);
    }
}
