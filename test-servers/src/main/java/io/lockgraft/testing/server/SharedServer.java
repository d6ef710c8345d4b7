package io.lockgraft.testing.server;

import java.util.concurrent.Callable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server that runs while the tests of one class do: the value of a static field with {@code @RegisterExtension}. */
public final class SharedServer<S extends AutoCloseable> implements BeforeAllCallback, AfterAllCallback {
    private final Callable<? extends S> start;
    private S running;

    public SharedServer(Callable<? extends S> start) {
        this.start = start;
    }

    public S get() {
        return running;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        running = start.call();
    }

    /** Called also where it has not started. */
    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (running != null) {
            running.close();
        }
    }
}
