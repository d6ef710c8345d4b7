package io.lockgraft.weave;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Weaving elsewhere is waited for as long as a busy machine takes, and not for a second. */
final class PatientWeaving implements BeforeEachCallback, AfterEachCallback {
    @Override
    public void beforeEach(ExtensionContext test) {
        HiddenClasses.longestWait = TimeUnit.SECONDS.toNanos(60);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        shorten();
    }

    /** For a test of what happens after it. */
    void shorten() {
        HiddenClasses.longestWait = HiddenClasses.LONGEST_WAIT;
    }
}
