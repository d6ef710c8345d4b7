package io.lockgraft.start;

import io.lockgraft.asynchronous.LaterResults;
import io.lockgraft.bootstrap.LockGate;
import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.engine.fence.ClassesOfLoader;
import io.lockgraft.engine.later.Watch;
import io.lockgraft.engine.later.Watches;
import io.lockgraft.engine.site.BlockSites;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.log.LogTarget;
import io.lockgraft.log.TextLines;
import io.lockgraft.manage.Coverage;
import io.lockgraft.manage.ThisJvm;
import io.lockgraft.manage.answer.Replies;
import io.lockgraft.manage.happening.Happenings;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.RulesException;
import io.lockgraft.rules.read.RulesFile;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.thread.Daemons;
import io.lockgraft.store.BundledStores;
import io.lockgraft.transactions.Frameworks;
import io.lockgraft.transactions.Sources;
import io.lockgraft.weave.Weaver;
import io.lockgraft.weave.plan.Watchlist;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Puts the agent together: reads the rules, opens the gate, begins to weave. Called by the bootstrap's Start, until a
 * start succeeds.
 */
public final class Agent {
    /** Of all starts: a rule goes on with its listeners. */
    private static final Happenings HAPPENINGS = new Happenings();

    /**
     * Of the start before, which was refused: its classes may stay woven, and carry numbers of their methods. At the
     * first start there are none.
     */
    private static Sites refused = new Sites(HAPPENINGS);

    private Agent() {}

    /**
     * Starts the agent. An IllegalStateException is a refusal, and its message is for the user; what a refusal means
     * (an exit, or a JVM that goes on) is the caller's to say.
     *
     * @param arguments what follows the = of -javaagent: the path of the rules file; or null
     */
    public static void start(String arguments, Instrumentation instrumentation, boolean attached) {
        Options options = new Options(Environment.PROCESS);
        Log.format(new TextLines());
        Log.level(options.logLevel());
        SupportedJava.require(System.getProperty("java.specification.version"));
        Rules rules = read(options, arguments);
        LogTarget log = LogTarget.prepare(rules.log());
        boolean started = false;
        try {
            start(rules, options, instrumentation, attached, log);
            started = true;
        } finally {
            if (!started) {
                log.refused();
            }
        }
    }

    private static void start(
            Rules rules, Options options, Instrumentation instrumentation, boolean attached, LogTarget log) {
        for (Problem warning : rules.warnings()) {
            Log.warn(warning.toString());
        }
        for (Problem mistake : rules.tolerated()) {
            Log.warn(mistake + " (failOpen: the application runs without this lock)");
        }
        judge(rules, options);
        for (StoreConfiguration store : rules.stores().values()) {
            for (String secret : store.secrets()) {
                Secrets.add(secret);
            }
        }
        BootDelegation.ask();
        int unbounded = install(rules, options, instrumentation, attached, log);
        Log.info(StartLine.of(rules, unbounded, attached));
    }

    private static Rules read(Options options, String argument) {
        String path = options.rules(argument);
        if (path == null) {
            throw new IllegalStateException("no rules file is given. Use -javaagent:lockgraft.jar=rules.yaml,"
                    + " -Dlockgraft.rules=rules.yaml or LOCKGRAFT_RULES=rules.yaml"
                    + lines(unknown(Collections.<StoreProvider>emptyList())));
        }
        try {
            HAPPENINGS.readsRules(new File(path));
            return RulesFile.read(new File(path), options, BundledStores.providers());
        } catch (RulesException e) {
            List<StoreProvider> extensions = e.toJudge() == null
                    ? Collections.<StoreProvider>emptyList()
                    : e.toJudge().extensions();
            List<Problem> all = unknown(extensions);
            all.addAll(e.problems());
            if (e.toJudge() != null) {
                all.addAll(Weaver.judge(e.toJudge()));
            }
            throw refusal(all);
        }
    }

    private static List<Problem> unknown(List<StoreProvider> extensions) {
        return UnknownOptions.properties(System.getProperties().stringPropertyNames(), extensions);
    }

    /** Reports what is set from outside and is no option. A property is a mistake, an environment variable a guess. */
    private static void judge(Rules rules, Options options) {
        List<Problem> unknown = unknown(rules.extensions());
        if (!unknown.isEmpty() && !rules.failOpen()) {
            throw new IllegalStateException("its options cannot be applied:" + lines(unknown));
        }
        for (Problem option : unknown) {
            Log.warn(option + " (failOpen: the application starts without it)");
        }
        for (Problem variable : UnknownOptions.variables(System.getenv().keySet(), options.asked, rules.extensions())) {
            Log.warn(variable.toString());
        }
    }

    /** Returns how many rules may hold beyond their methods without a bound, as far as it is known yet. */
    private static int install(
            Rules rules, Options options, Instrumentation instrumentation, boolean attached, LogTarget log) {
        Sources transactions = new Sources();
        Sites sites = new Sites(refused, rules);
        Watches watches = new Watches();
        BlockSites blocks = new BlockSites(rules, sites);
        Supplier<Jvm> jvm = jvm(rules.isNamed());
        Access access = ModuleAccess.forKeys(instrumentation);
        Stores stores = new Stores(stores(rules, jvm, instrumentation), jvm, LockEngine.LONGEST_LOADING);
        LockEngine engine = new LockEngine(
                sites, stores, access, loaded(instrumentation), blocks, watches, transactions, new LaterResults());
        LockGate.open(engine);
        Coverage coverage = new Coverage();
        Weaver weaver =
                Weaver.install(instrumentation, rules, sites, watches, watchlist(rules, transactions), coverage);
        List<Problem> problems = new ArrayList<Problem>(weaver.problems());
        for (Rule rule : rules.rules()) {
            // What programs that ask for the rule by its name would meet.
            for (Problem problem : BlockSites.check(rule)) {
                if (rules.failOpen() || rule.failOpen()) {
                    Log.warn(problem + " (failOpen: it runs without the lock)");
                } else {
                    problems.add(problem);
                }
            }
        }
        if (!problems.isEmpty()) {
            try {
                weaver.uninstall(); // first: what is woven after the withdrawal would not be withdrawn
            } finally {
                sites.withdraw();
                watches.withdraw();
                blocks.withdraw();
                refused = sites;
            }
            close(engine);
            throw refusal(problems);
        }
        MainThread main = new MainThread(attached ? null : Thread.currentThread());
        if (connectsEarly(rules)) {
            EarlyConnection.begin(engine, new ApplicationStart(weaver, main));
        }
        HAPPENINGS.rulesInForce(rules.file(), rules.rules().size());
        NumbersStart.begin(rules, sites, stores, instrumentation, main);
        MailboxStart mailbox = MailboxStart.begin(main, rules, new Replies(rules, coverage, sites, stores, HAPPENINGS));
        UnmatchedRules unmatched = new UnmatchedRules(rules, coverage, options.report());
        MatchWatch.begin(weaver, unmatched, options.matchWithin());
        new ExitReport(engine, unmatched, weaver, coverage, sites, options.report(), mailbox)
                .atExit(new LastMoment(ModuleAccess.forAgent(instrumentation)));
        log.begin(instrumentation, access, new ApplicationStart(weaver, main));
        return weaver.unbounded();
    }

    /** Calls may have taken locks before the rules were withdrawn. */
    private static void close(LockEngine engine) {
        try {
            engine.closeUnused();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            Log.warn("the stores of the refused rules could not be closed", e);
        }
    }

    private static Watchlist watchlist(Rules rules, Sources transactions) {
        Watchlist watchlist = new Watchlist(rules);
        if (!rules.rules().isEmpty()) {
            for (Map.Entry<String, Watch> each :
                    Frameworks.watches(transactions).entrySet()) {
                watchlist.add(each.getKey(), each.getValue());
            }
        }
        return watchlist;
    }

    /** True if a store that a rule names is to be connected at the start. */
    private static boolean connectsEarly(Rules rules) {
        for (StoreConfiguration store : rules.usedStores().values()) {
            if (store.connectsEarly()) {
                return true;
            }
        }
        return false;
    }

    /** The stores that rules name, each opened by its first call. */
    private static Map<String, Supplier<LockStore>> stores(
            Rules rules, Supplier<Jvm> jvm, Instrumentation instrumentation) {
        Map<String, StoreConfiguration> all = rules.stores();
        OpenContext context = new OpenContext(
                jvm,
                rules.namespace(),
                instrumentation,
                all.containsKey("") ? Collections.<StoreConfiguration>emptyList() : all.values());
        Map<String, Supplier<LockStore>> stores = new LinkedHashMap<>();
        for (Map.Entry<String, StoreConfiguration> each : rules.usedStores().entrySet()) {
            stores.put(each.getKey(), opening(context, each.getValue()));
        }
        return stores;
    }

    /** Not a lambda: an early Java 8 crashes on one before main. */
    private static Supplier<LockStore> opening(final OpenContext context, final StoreConfiguration store) {
        return new Supplier<LockStore>() {
            @Override
            public LockStore get() {
                Log.writeBehind(Daemons::start);
                return context.open(store);
            }
        };
    }

    /** Not a lambda either. */
    private static Supplier<Jvm> jvm(final boolean named) {
        return new Supplier<Jvm>() {
            @Override
            public Jvm get() {
                return named ? ThisJvm.get() : ThisJvm.get().unnamed();
            }
        };
    }

    /** Not a lambda: an early Java 8 crashes on one before main. */
    private static ClassesOfLoader loaded(final Instrumentation instrumentation) {
        return new ClassesOfLoader() {
            @Override
            public Class<?>[] of(ClassLoader loader) {
                return instrumentation.getInitiatedClasses(loader);
            }
        };
    }

    private static IllegalStateException refusal(List<Problem> problems) {
        return new IllegalStateException("its rules cannot be applied:" + lines(problems));
    }

    private static String lines(List<Problem> problems) {
        return problems.isEmpty() ? "" : "\n  " + Listing.all(problems, "\n  ", "\n  ");
    }
}
