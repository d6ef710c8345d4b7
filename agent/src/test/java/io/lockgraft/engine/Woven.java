package io.lockgraft.engine;

import io.lockgraft.asynchronous.LaterResults;
import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.engine.call.Results;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.engine.later.NotFollowedException;
import io.lockgraft.engine.later.Transactions;
import io.lockgraft.engine.later.Watches;
import io.lockgraft.engine.site.BlockSites;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.Template;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.text.SyntaxException;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** An engine on a store in memory, and calls that do what woven code does: enter, the body, exit. */
public final class Woven implements AutoCloseable {
    /** The rules of each method that tests have put there, each with the loader below that it is put at, or null. */
    private static final Map<Sites, Map<String, Map<Rule, ClassLoader>>> RULED = new WeakHashMap<>();

    public final FaultyServer store;
    public final FaultyStore backend;
    public final Sites sites;
    public final Watches watches = new Watches();
    /** The transaction that every thread is in; or null. */
    public volatile Work active;
    /** Thrown in place of telling the transaction; or null. */
    public volatile NotFollowedException unfollowed;

    public final LockEngine engine;

    public final Stores stores;

    public Woven() {
        this(new TestResults());
    }

    public Woven(Results results) {
        this(new FaultyServer(), results);
    }

    /** With rules that programs ask for by name. */
    public Woven(Rules rules) {
        this(new FaultyServer(), new LaterResults(), rules, new Sites());
    }

    /** Of rules that are read after those of the other, with a store of its own. */
    public Woven(Woven before, Rules rules) {
        this(new FaultyServer(), new LaterResults(), rules, new Sites(before.sites, rules));
    }

    /** One of several that share a store. */
    public Woven(FaultyServer store, Results results) {
        this(store, results, RuleBuilder.file(new ArrayList<>()), new Sites());
    }

    /** With sites whose holds are long after another time than a minute, for one. */
    public Woven(Sites sites) {
        this(new FaultyServer(), new TestResults(), RuleBuilder.file(new ArrayList<>()), sites);
    }

    private Woven(FaultyServer store, Results results, Rules rules, Sites sites) {
        this.sites = sites;
        this.store = store;
        this.backend = new FaultyStore(store);
        Transactions transactions = new Transactions() {
            @Override
            public List<Work> active(Consumer<NotFollowedException> notFollowed) {
                if (unfollowed != null) {
                    notFollowed.accept(unfollowed);
                }
                return active == null ? List.of() : List.of(active);
            }

            @Override
            public boolean isActive() {
                return active != null;
            }
        };
        this.stores = Engines.stores(() -> backend, LockEngine.LONGEST_LOADING);
        this.engine = new LockEngine(
                sites,
                stores,
                Access.NONE,
                Engines.NO_CLASSES,
                new BlockSites(rules, sites),
                watches,
                transactions,
                results);
    }

    /** Results that are works themselves; in tests that need more, those of the agent. */
    private static final class TestResults extends Engines.NoResults {
        @Override
        public Work workOf(Object returned) {
            return returned instanceof Work ? (Work) returned : null;
        }
    }

    /** What was begun without a thread has come as far as it can: its steps are done one after the other. */
    public void stepsAreDone() throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        stores.gates(sites.get(0)[0]).make().store().execute(() -> done.complete(null));
        done.get(30, TimeUnit.SECONDS);
    }

    public static RuleBuilder rule(String... keys) {
        List<Template> templates = new ArrayList<>();
        for (String key : keys) {
            try {
                templates.add(Template.parse(key));
            } catch (SyntaxException e) {
                throw new AssertionError(e);
            }
        }
        return RuleBuilder.named("pay-order").keys(templates).namespace("shop");
    }

    public static MethodShape method(Class<?> owner, String name) {
        for (Method each : owner.getDeclaredMethods()) {
            if (each.getName().equals(name)) {
                return LoadedTypes.shape(each);
            }
        }
        throw new AssertionError(owner + " has no method " + name);
    }

    public int site(Rule rule, Class<?> owner, String name) {
        return add(sites, rule, method(owner, name), owner.getClassLoader(), null);
    }

    /**
     * Puts a rule at a method, alone. Where the method has another rule already, at the same method as a loader below
     * sees it.
     */
    public static int add(Sites sites, Rule rule, MethodShape method, ClassLoader loader, String refusal) {
        String id = method + " of " + System.identityHashCode(loader);
        ClassLoader its = loader;
        synchronized (RULED) {
            Map<String, Map<Rule, ClassLoader>> ruled = RULED.computeIfAbsent(sites, none -> new HashMap<>());
            Map<Rule, ClassLoader> ofMethod = ruled.computeIfAbsent(id, none -> new HashMap<>());
            if (ofMethod.containsKey(rule)) {
                its = ofMethod.get(rule) == null ? loader : ofMethod.get(rule);
            } else if (ofMethod.isEmpty()) {
                ofMethod.put(rule, null);
            } else {
                its = new ClassLoader(loader) {};
                ofMethod.put(rule, its);
            }
        }
        return sites.put(method, its, Collections.singletonMap(rule, refusal));
    }

    public Object call(int site, Object self, Callable<?> body, Object... arguments) throws Throwable {
        Token token = engine.enter(site, self, arguments);
        if (token instanceof Substitute) {
            return ((Substitute) token).value();
        }
        Throwable thrown = null;
        try {
            return body.call();
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            token.exit(null, thrown);
        }
    }

    /** Exits a call whose result says nothing of its work. */
    public static void exit(Object token, Throwable thrown) {
        exit(token, null, thrown);
    }

    public static Object exit(Object token, Object returned, Throwable thrown) {
        return ((Token) token).exit(returned, thrown);
    }

    @Override
    public void close() {
        store.thaw();
        engine.close();
    }
}
