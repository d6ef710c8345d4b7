package io.lockgraft.weave;

import io.lockgraft.engine.later.Watch;
import io.lockgraft.engine.later.Watches;
import io.lockgraft.engine.site.SiteCheck;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.loader.ClassMap;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.language.type.loader.PlatformLoader;
import io.lockgraft.manage.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.weave.bytecode.LostParameters;
import io.lockgraft.weave.match.Header;
import io.lockgraft.weave.match.RuleIndex;
import io.lockgraft.weave.plan.Planner;
import io.lockgraft.weave.plan.SiteRegister;
import io.lockgraft.weave.plan.Watchlist;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Weaves what the rules name: classes as they are loaded, and those that were loaded before.
 *
 * <p>Not Byte Buddy's AgentBuilder: this one starts faster, loads no class of Byte Buddy's own before a class matches,
 * and decides itself what a failure means. The JVM takes an exception of a transformer for "leave the class as it is",
 * which would run the method unlocked; so none leaves {@link #transform}.
 */
public final class Weaver implements ClassFileTransformer {
    /**
     * What no class can be made of; not empty, for the JVM takes no bytes at all for "leave the class as it is". Made
     * here: where it is needed there may be neither stack nor heap for it.
     */
    private static final byte[] NO_CLASS = {0};

    final Rules rules;
    final RuleIndex index;
    final Planner planner;
    final LoadedClasses loaded;
    private final boolean failOpen;
    private final ClassWeaver classes;
    private final AtomicInteger passed = new AtomicInteger();
    private final ClassMap<Boolean> seen = new ClassMap<>();
    private final ClassLoader own;
    private final ClassLoader platform = PlatformLoader.get();
    private final HiddenClasses hidden;
    private final UnmatchedPatterns unmatched;
    private final Coverage coverage;
    private List<Problem> problems;

    /** True once nothing is woven any more: what is transformed now gets its own body back. */
    private volatile boolean withdrawn;

    /**
     * @param instrumentation null where rules are only judged
     * @param share of the time for looking after hidden classes; see {@link HiddenClasses}
     */
    Weaver(
            Instrumentation instrumentation,
            Rules rules,
            Coverage coverage,
            SiteRegister register,
            Watchlist watchlist,
            int share) {
        this.rules = rules;
        this.failOpen = rules.failOpen();
        this.index = new RuleIndex(rules, watchlist.ofFrameworks());
        this.planner = new Planner(rules, register, watchlist, coverage);
        this.classes = new ClassWeaver(planner);
        this.loaded = new LoadedClasses(instrumentation, this, coverage);
        this.hidden = new HiddenClasses(this, coverage, share);
        this.unmatched = new UnmatchedPatterns(instrumentation, this, coverage);
        this.coverage = coverage;
        ClassLoader loader = Weaver.class.getClassLoader();
        // In tests the agent's classes and the application's share one.
        this.own = loader == ClassLoader.getSystemClassLoader() ? null : loader;
    }

    /** Weaves from now on, and the classes that are loaded already. The gate must be open. */
    public static Weaver install(
            Instrumentation instrumentation,
            Rules rules,
            final Sites sites,
            final Watches watches,
            Watchlist watchlist,
            Coverage coverage) {
        SiteRegister register = register(sites, watches);
        Weaver weaver = new Weaver(instrumentation, rules, coverage, register, watchlist, HiddenClasses.SHARE);
        weaver.hook(instrumentation);
        weaver.weaveLoaded();
        return weaver;
    }

    /** @param sites null where rules are only judged */
    private static SiteRegister register(final Sites sites, final Watches watches) {
        return new SiteRegister() {
            @Override
            public List<Problem> check(Rule rule, MethodShape method, TypeSource types) {
                return SiteCheck.check(rule, method, types);
            }

            @Override
            public int put(MethodShape method, ClassLoader loader, List<Watch> watching, Map<Rule, String> refusals) {
                int number = sites.put(method, loader, refusals);
                watches.put(number, watching);
                return number;
            }
        };
    }

    /** Why the rules cannot be applied to classes that can be read already; weaves nothing. */
    public static List<Problem> judge(Rules rules) {
        Watchlist watchlist = new Watchlist(rules);
        return new Weaver(null, rules, new Coverage(), register(null, null), watchlist, 0).judgeReadable();
    }

    /** Weaves what is loaded from now on. */
    void hook(Instrumentation instrumentation) {
        instrumentation.addTransformer(this, instrumentation.isRetransformClassesSupported());
    }

    /** Weaves what was loaded before, and judges what can be read already. */
    void weaveLoaded() {
        loaded.weave();
        hidden.watch();
        problems = judgeReadable();
    }

    private List<Problem> judgeReadable() {
        loaded.judgeReadable();
        return planner.started();
    }

    /** How many class files have passed by that no rule can mean: nearly all that the JVM has loaded. */
    public int passed() {
        return passed.get();
    }

    /** What the rules name and cannot be applied to, as far as it could be known at the start; empty: all is well. */
    public List<Problem> problems() {
        return problems;
    }

    /** How many rules have a method that is known by now, and whose hold may go on after it without a bound. */
    public int unbounded() {
        return planner.unbounded();
    }

    /**
     * Takes everything back: weaves no more, and gives classes that were loaded before the bodies that they had. One
     * that was loaded since, and lost the flag of a synchronized method, stays as it is: the JVM lets no flag change.
     */
    public void uninstall() {
        withdrawn = true;
        hidden.unwatch();
        loaded.unweave();
    }

    /** Whether a pattern has matched nothing so far. */
    public boolean hasUnmatched() {
        for (Rule rule : rules.rules()) {
            if (!coverage.of(rule.name()).unmatched().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Judges classes that rules name and that are not loaded yet, where a loader of the application has the file. */
    public void judgeUnloaded() {
        unmatched.judgeUnloaded();
    }

    /**
     * Of each rule that has any, in the order of the file, the patterns that have matched nothing so far, each with why
     * and with the nearest names.
     */
    public Map<Rule, Map<String, String>> unmatched() {
        return unmatched.told();
    }

    /**
     * The same at the end, and completes the coverage with it. Says of each class that was loaded and never shown to
     * the weaver.
     */
    public Map<Rule, Map<String, String>> explainUnmatched() {
        hidden.tellUnwoven();
        Map<Rule, Map<String, String>> told = unmatched();
        for (Map.Entry<Rule, Map<String, String>> each : told.entrySet()) {
            for (Map.Entry<String, String> pattern : each.getValue().entrySet()) {
                coverage.of(each.getKey().name()).missed(pattern.getKey(), pattern.getValue());
            }
        }
        return told;
    }

    /** Whether the weaver has looked at a class. */
    boolean hasSeen(ClassLoader loader, String binaryName) {
        return seen.get(loader, binaryName) != null;
    }

    /** Whether classes of this loader are the agent's own; some are Byte Buddy's, in a loader that it makes. */
    boolean isOwn(ClassLoader loader) {
        return loader != null
                && (loader == own
                        || loader.getClass().getName().startsWith("net.bytebuddy.")
                                && loader.getClass().getClassLoader() == own);
    }

    /**
     * Throws nothing, also where the stack or the heap is used up: the answer stands before anything is tried. Where
     * not even the name could be judged, a class fails to load unless it is of the JDK's own loaders.
     *
     * @param given null where the definition leaves the name to the class file
     */
    @Override
    public byte[] transform(
            ClassLoader loader, String given, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        byte[] answer = failOpen || loader == null || loader == platform ? null : NO_CLASS;
        boolean judged = false;
        String name = given;
        try {
            name = given == null ? Header.nameIn(bytes) : given;
            if (name == null || loader != null && loader == own || !index.mayMean(name)) {
                judged = true;
                answer = null;
                passed.incrementAndGet();
                hidden.lookIfLeft();
            } else {
                answer = failOpen ? null : NO_CLASS;
                answer = weave(loader, name, redefined, bytes);
                judged = true;
                hidden.lookAfter(loader);
            }
        } catch (Throwable e) {
            try {
                if (!judged) {
                    answer = index.failsOpen(name) ? null : answer;
                    tell(name, answer == null, e);
                }
            } catch (Throwable noRoomForThatEither) {
                // The answer is what counts.
            }
        }
        return answer;
    }

    /** Nothing is known about the class, not even which of its methods are meant. */
    private static void tell(String name, boolean runs, Throwable cause) {
        String message = "the class " + name.replace('/', '.')
                + " may have methods that a rule locks, and could not be read or woven";
        if (runs) {
            Log.warn(message + "; it runs without locks, because failOpen says so", cause);
        } else {
            Log.error(
                    message + "; it fails to load, with a ClassFormatError; or stays as it is, if it is loaded", cause);
        }
    }

    /** With the agent's rights: under a SecurityManager the application's frames are on the stack. */
    private byte[] weave(final ClassLoader loader, final String name, final Class<?> redefined, final byte[] bytes) {
        return AccessController.doPrivileged(new PrivilegedAction<byte[]>() {
            @Override
            public byte[] run() {
                String binaryName = name.replace('/', '.');
                byte[] whole = redefined == null
                        ? bytes
                        : LostParameters.putBack(bytes, LoaderTypes.bytes(loader, binaryName));
                byte[] woven = null;
                if (!withdrawn && !isOwn(loader) && index.mayMean(name, loader, whole)) {
                    seen.put(loader, binaryName, true);
                    woven = classes.weave(loader, redefined, whole);
                }
                return woven == null && whole != bytes ? whole : woven;
            }
        });
    }
}
