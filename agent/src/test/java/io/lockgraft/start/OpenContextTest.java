package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.manage.ThisJvm;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.ForwardingStore;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenContextTest {
    private final Instrumentation instrumentation = ByteBuddyAgent.install();
    private final OpenContext context = new OpenContext(ThisJvm::get, "shop", instrumentation, List.of());

    @Test
    void aDriverOfTheApplicationIsFoundOnItsClassPathAndInItsLoaders() throws Exception {
        Class<?> ofAWebApplication = new ByteBuddy()
                .subclass(Object.class)
                .name("com.shop.driver.Driver")
                .make()
                .load(null, ClassLoadingStrategy.Default.WRAPPER)
                .getLoaded();

        assertThat(context.applicationClass(OpenContextTest.class.getName())).isSameAs(OpenContextTest.class);
        assertThat(context.applicationClass("com.shop.driver.Driver")).isSameAs(ofAWebApplication);
        assertThatThrownBy(() -> context.applicationClass("com.shop.driver.Another"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    @FailsWithout("`OpenContext#loadBy` asks the loaders of all classes that are loaded")
    void aDriverThatNothingHasLoadedYetIsFoundInALoaderOfTheApplication(@TempDir Path folder) throws Exception {
        new ByteBuddy().subclass(Object.class).name("com.shop.web.Main").make().saveIn(folder.toFile());
        new ByteBuddy()
                .subclass(Object.class)
                .name("com.shop.web.Driver")
                .make()
                .saveIn(folder.toFile());
        URL[] classes = {folder.toUri().toURL()};
        try (Stopped stopped = new Stopped(classes);
                URLClassLoader application = new URLClassLoader(classes, null)) {
            stopped.loadClass("com.shop.web.Main");
            stopped.isStopped = true;
            application.loadClass("com.shop.web.Main");

            assertThat(context.applicationClass("com.shop.web.Driver").getClassLoader())
                    .isSameAs(application);
        }
    }

    /** Once it is stopped, it knows no class any more. */
    private static final class Stopped extends URLClassLoader {
        private boolean isStopped;

        private Stopped(URL[] classes) {
            super(classes, null);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (isStopped) {
                throw new IllegalStateException("stopped");
            }
            return super.loadClass(name, resolve);
        }
    }

    @Test
    @FailsWithout("`SharedStore` opens a store that rules and compounds have in common once, and closes it once")
    void aStoreWithANameIsOpenedOnceForAllAndClosedWithTheLast() {
        AtomicInteger opened = new AtomicInteger();
        AtomicInteger closed = new AtomicInteger();
        StoreConfiguration named = new Counted(opened, closed);
        OpenContext all = new OpenContext(ThisJvm::get, "shop", instrumentation, List.of(named));

        LockStore ofARule = all.open(named);
        LockStore ofACompound = all.open(named);
        assertThat(opened).hasValue(1);

        ofARule.close();
        ofARule.close();
        assertThat(closed).hasValue(0);
        ofACompound.close();
        assertThat(closed).hasValue(1);

        all.open(named);
        all.open(new Counted(opened, closed)).close();
        assertThat(opened).hasValue(3);
        assertThat(closed).hasValue(2);
    }

    private record Counted(AtomicInteger opened, AtomicInteger closed) implements StoreConfiguration {
        @Override
        public Capabilities capabilities() {
            return Capabilities.of(Reach.NETWORK);
        }

        @Override
        public LockStore open(StoreContext context) {
            opened.incrementAndGet();
            return new ForwardingStore(null) {
                @Override
                public void close() {
                    closed.incrementAndGet();
                }
            };
        }
    }
}
