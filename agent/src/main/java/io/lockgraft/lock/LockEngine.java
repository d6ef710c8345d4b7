package io.lockgraft.lock;

import io.lockgraft.backend.Backend;
import io.lockgraft.bootstrap.Guard;
import io.lockgraft.expression.Access;
import java.util.function.Supplier;

/** What stands behind the gate of woven code: one call's way from its site to its key, its hold and its release. */
public final class LockEngine implements Guard {
    /**
     * @param backend made at the first locked call
     */
    public LockEngine(Sites sites, Supplier<Backend> backend, Access access) {}

    @Override
    public Object enter(int site, Object self, Object[] arguments) throws Throwable {
        throw new UnsupportedOperationException("comes next");
    }

    @Override
    public void exit(Object token, Throwable thrown) throws Throwable {
        throw new UnsupportedOperationException("comes next");
    }
}
