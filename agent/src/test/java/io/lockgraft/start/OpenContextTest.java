package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.manage.ThisJvm;
import java.lang.instrument.Instrumentation;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import org.junit.jupiter.api.Test;

class OpenContextTest {
    private final Instrumentation instrumentation = ByteBuddyAgent.install();
    private final OpenContext context = new OpenContext(ThisJvm.get(), "shop", instrumentation);

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
}
