package io.lockgraft.engine.call;

import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.engine.site.Site;

/** Token of a call that returns a value in place of running its body. */
final class Replaced extends Substitute implements CallToken {
    Replaced(Object value) {
        super(value);
    }

    @Override
    public Verdict verdict() {
        return Verdict.REPLACED;
    }

    @Override
    public CallToken enterMethod(CallEntry entry, Site site, Object self, Object[] arguments) {
        return this;
    }
}
