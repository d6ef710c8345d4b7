package io.lockgraft.engine;

import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.call.LaterLock;
import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.engine.call.Results;
import io.lockgraft.engine.fence.ClassesOfLoader;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.engine.later.NotFollowedException;
import io.lockgraft.engine.later.Transactions;
import io.lockgraft.engine.later.Watches;
import io.lockgraft.engine.site.BlockSites;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.ThisJvm;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.LockStore;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Engines without blocks, watches, transactions and asynchronous results. */
public final class Engines {
    public static final ClassesOfLoader NO_CLASSES = loader -> new Class<?>[0];
    public static final Results NO_RESULTS = new NoResults();
    public static final Transactions NO_TRANSACTIONS = new Transactions() {
        @Override
        public List<Work> active(Consumer<NotFollowedException> notFollowed) {
            return Collections.emptyList();
        }

        @Override
        public boolean isActive() {
            return false;
        }
    };

    private Engines() {}

    public static LockEngine of(Sites sites, Supplier<LockStore> store, Access access) {
        return of(sites, store, access, NO_CLASSES);
    }

    public static LockEngine of(Sites sites, Supplier<LockStore> store, Access access, ClassesOfLoader loaded) {
        return of(sites, store, access, loaded, TimeUnit.SECONDS.toNanos(60));
    }

    /** @param longestLoading how long calls wait, at most, until the store is loaded, in nanoseconds */
    public static LockEngine of(
            Sites sites, Supplier<LockStore> store, Access access, ClassesOfLoader loaded, long longestLoading) {
        return of(sites, stores(store, longestLoading), access, loaded);
    }

    /** On several stores. */
    public static LockEngine of(Sites sites, Stores stores, Access access, ClassesOfLoader loaded) {
        return of(sites, stores, access, loaded, NO_RESULTS);
    }

    /** Where results take their locks later. */
    public static LockEngine of(Sites sites, Supplier<LockStore> store, Results results) {
        return of(sites, stores(store, LockEngine.LONGEST_LOADING), Access.NONE, NO_CLASSES, results);
    }

    /**
     * The one store of rules that name none.
     *
     * @param longestLoading as above
     */
    public static Stores stores(Supplier<LockStore> only, long longestLoading) {
        return new Stores(Collections.singletonMap("", only), ThisJvm::get, longestLoading);
    }

    private static LockEngine of(Sites sites, Stores stores, Access access, ClassesOfLoader loaded, Results results) {
        BlockSites none = new BlockSites(RuleBuilder.file(List.of()), new Sites());
        return new LockEngine(sites, stores, access, loaded, none, new Watches(), NO_TRANSACTIONS, results);
    }

    /** Knows of none. */
    static class NoResults implements Results {
        @Override
        public Work workOf(Object returned) {
            return null;
        }

        @Override
        public Object guarded(Object returned, LaterLock lock) {
            return returned;
        }

        @Override
        public Object decided(String returnType, ClassLoader loader, Callable<Object> outcome) {
            return null;
        }

        @Override
        public Executor eventLoop() {
            return null;
        }

        @Override
        public Object promised(LaterLock lock, Executor eventLoop) {
            return null;
        }
    }
}
