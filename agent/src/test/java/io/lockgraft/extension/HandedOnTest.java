package io.lockgraft.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What stands in front of an extension hands on every method of the SPI, those with a default as well. */
class HandedOnTest {
    @Test
    void eachMethodReachesTheExtension() {
        assertThat(missing(LockStore.class, ExtensionStore.class)).isEmpty();
        assertThat(missing(StoreConfiguration.class, ExtensionConfiguration.class))
                .isEmpty();
        assertThat(missing(StoreProvider.class, ExtensionProvider.class)).isEmpty();
    }

    private static List<String> missing(Class<?> ofSpi, Class<?> inFront) {
        List<String> missing = new ArrayList<>();
        for (Method each : ofSpi.getMethods()) {
            if (!Modifier.isStatic(each.getModifiers()) && !declares(inFront, each)) {
                missing.add(inFront.getSimpleName() + " lacks " + each);
            }
        }
        return missing;
    }

    private static boolean declares(Class<?> type, Method method) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(each -> each.getName().equals(method.getName())
                        && Arrays.equals(each.getParameterTypes(), method.getParameterTypes()));
    }
}
