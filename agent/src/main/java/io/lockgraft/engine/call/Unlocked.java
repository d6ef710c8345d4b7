package io.lockgraft.engine.call;

import io.lockgraft.engine.site.Site;

/** Token of a call that runs without the lock, because its rule says so. */
public enum Unlocked implements CallToken {
    TOKEN;

    @Override
    public CallToken enterMethod(CallEntry entry, Site site, Object self, Object[] arguments) {
        return this;
    }

    @Override
    public Object exit(Object returned, Throwable thrown) {
        return returned;
    }
}
