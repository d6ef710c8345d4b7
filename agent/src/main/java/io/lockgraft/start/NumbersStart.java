package io.lockgraft.start;

import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.look.EngineView;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.manage.http.NumbersServer;
import io.lockgraft.manage.jmx.ServerWatch;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.thread.Daemons;
import java.lang.instrument.Instrumentation;

/**
 * Shows the numbers of this JVM: by JMX when the application has made its MBean server, and by HTTP, where the rules
 * file asks for it, once {@code main} has begun. Without a lambda before that: an early Java 8 crashes on one.
 */
final class NumbersStart implements Runnable {
    private final Rules rules;
    private final Sites sites;
    private final Stores stores;
    private final MainThread main;

    private NumbersStart(Rules rules, Sites sites, Stores stores, MainThread main) {
        this.rules = rules;
        this.sites = sites;
        this.stores = stores;
        this.main = main;
    }

    static void begin(Rules rules, Sites sites, Stores stores, Instrumentation instrumentation, MainThread main) {
        ServerWatch.begin(instrumentation, rules.file(), sites.meters());
        if (rules.manage().http() != null) {
            try {
                Daemons.start("lockgraft-http", new NumbersStart(rules, sites, stores, main));
            } catch (OutOfMemoryError noThread) {
                Log.warn("There is no thread for HTTP: /metrics and /healthz are not served", noThread);
            }
        }
    }

    @Override
    public void run() {
        main.awaitFirstStatements();
        StoreQuestion question = new StoreQuestion(stores, rules, sites, StoreQuestion.PAUSE);
        NumbersServer.start(
                rules.manage().http(),
                sites.meters(),
                () -> EngineView.of(stores).waits(),
                question);
    }
}
