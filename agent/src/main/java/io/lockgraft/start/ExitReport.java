package io.lockgraft.start;

import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.manage.Coverage;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.thread.Daemons;
import io.lockgraft.weave.Weaver;
import java.io.File;
import java.io.IOException;

/**
 * The shutdown hook of the agent. The releases that are under way reach the store, for half a second at most. Calls
 * wait on: other hooks may let them finish. Then it is told what has matched nothing, and why; and, where it is asked
 * for, the whole coverage with the counters of each rule as JSON. The JVM can be asked until then.
 */
final class ExitReport implements Runnable {
    /** Somewhat longer than the engine gives to its stores. */
    private static final long LAST_MOMENT_MILLIS = 600;

    private final LockEngine engine;
    private final UnmatchedRules unmatched;
    private final Weaver weaver;
    private final Coverage coverage;
    private final Sites sites;
    private final String file;
    private final MailboxStart mailbox;
    private LastMoment last;

    /** @param file of lockgraft.report, or null */
    ExitReport(
            LockEngine engine,
            UnmatchedRules unmatched,
            Weaver weaver,
            Coverage coverage,
            Sites sites,
            String file,
            MailboxStart mailbox) {
        this.engine = engine;
        this.unmatched = unmatched;
        this.weaver = weaver;
        this.coverage = coverage;
        this.sites = sites;
        this.file = file;
        this.mailbox = mailbox;
    }

    /**
     * Asks the JVM to run it at its end. The thread is not started before, so it keeps no JVM alive.
     *
     * @param moment when the waits of calls end
     */
    void atExit(LastMoment moment) {
        last = moment;
        Thread hook = new Thread(this, "lockgraft-exit-report");
        // A hook inherits what its maker had; ours must not hold on to anything of the application.
        hook.setContextClassLoader(null);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void run() {
        Log.end();
        last.run(new Runnable() {
            @Override
            public void run() {
                endWaiting();
            }
        });
        try {
            engine.settle();
        } catch (InterruptedException e) {
            // What is not released by now ends with its lease.
        }
        try {
            unmatched.tell(weaver.explainUnmatched(), "in this run", true);
            if (file != null) {
                coverage.write(new File(file), sites.counters());
            }
        } catch (IOException e) {
            Log.warn("The report that lockgraft.report asks for cannot be written to " + file, e);
        } finally {
            mailbox.close();
            Log.end();
        }
    }

    /**
     * On a thread of its own: the JDK ends the JVM when this returns, and a store of another author may never do so.
     * The places that are not given back by then stay as those of a dead JVM do.
     */
    private void endWaiting() {
        Thread ending = Daemons.start("lockgraft-end", new Runnable() {
            @Override
            public void run() {
                try {
                    engine.endWaiting();
                } catch (InterruptedException e) {
                    // No longer than until now.
                }
            }
        });
        try {
            ending.join(LAST_MOMENT_MILLIS);
        } catch (InterruptedException e) {
            // The JVM ends now.
        }
    }
}
