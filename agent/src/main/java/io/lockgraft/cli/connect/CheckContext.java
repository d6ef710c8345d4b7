package io.lockgraft.cli.connect;

import io.lockgraft.manage.ThisJvm;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.table.RefusedException;

/** What the stores are opened with: this command is a JVM like each other. */
public final class CheckContext implements StoreContext {
    private final Jvm jvm;
    private final String namespace;
    private final ClassLoader application;

    /**
     * @param named whether the stores may be told which JVM this is
     * @param application null where the command was not told where the application's classes are
     */
    public CheckContext(String namespace, boolean named, ClassLoader application) {
        this.jvm = named ? ThisJvm.get() : ThisJvm.get().unnamed();
        this.namespace = namespace;
        this.application = application;
    }

    @Override
    public Jvm jvm() {
        return jvm;
    }

    @Override
    public String namespace() {
        return namespace;
    }

    @Override
    public Class<?> applicationClass(String name) throws ClassNotFoundException {
        if (application == null) {
            throw new RefusedException(
                    "the class " + name + " is one of the application's; name these by --classpath 'app.jar:lib/*'",
                    null);
        }
        return Class.forName(name, true, application);
    }
}
