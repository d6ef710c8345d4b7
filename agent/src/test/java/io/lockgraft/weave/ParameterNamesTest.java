package io.lockgraft.weave;

import static org.assertj.core.api.Assertions.assertThat;

import com.shop.weaving.Named;
import io.lockgraft.testing.FailsWithout;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Before Java 19 the JVM drops MethodParameters from a class that is transformed after it was loaded. The tests of JVMs
 * show the same on each Java.
 */
@FailsWithout("`LostParameters` puts back the parameter names that the JVM drops from a class that is woven late")
class ParameterNamesTest {
    private static final Map<String, String> WRITTEN = named(Named.class);
    private static final Map<String, String> INNER = named(Named.Inner.class);

    @Test
    void theNamesThatAreWrittenAreThoseOfTheSourceWithTheirFlags() {
        assertThat(WRITTEN).hasSize(5).containsEntry("pay 0 0", "orderNo").containsEntry("pay 1 10", "amount");
        assertThat(INNER)
                .containsEntry("com.shop.weaving.Named$Inner 0 8010", "this$0")
                .containsEntry("work 0 0", "effort");
    }

    @Test
    void aClassThatIsWovenAfterItWasLoadedKeepsTheNamesOfAllItsParameters() throws Throwable {
        Class<?> loaded = loaded(Named.class);
        try (Weaving weaving = Weaving.of("com.shop.weaving.Named.pay")) {
            weaving.weaver.weaveLoaded();

            Object named = loaded.getConstructor(int.class).newInstance(3);
            assertThat(WovenMethodTest.call(named, "pay", "A", 1L)).isEqualTo("A13");
            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
            assertThat(named(loaded)).isEqualTo(WRITTEN);
        }
    }

    @Test
    void andSoDoesOneWhereAPatternMeansTheClassAndTakesNoneOfItsMethods() throws Exception {
        Class<?> loaded = loaded(Named.class);
        Class<?> inner = loaded.getClassLoader().loadClass(Named.Inner.class.getName());
        try (Weaving weaving =
                Weaving.of("com.shop.weaving.Named.p*y*y", "@com.shop.weaving.Absent com.shop.weaving.Named*.*(..)")) {
            weaving.weaver.weaveLoaded();

            assertThat(named(loaded)).isEqualTo(WRITTEN);
            assertThat(named(inner)).isEqualTo(INNER);
        }
    }

    @Test
    void whatIsTakenBackLeavesTheNames() throws Exception {
        Class<?> loaded = loaded(Named.class);
        try (Weaving weaving = Weaving.of("com.shop.weaving.Named.pay")) {
            weaving.weaver.weaveLoaded();

            weaving.weaver.uninstall();

            assertThat(named(loaded)).isEqualTo(WRITTEN);
        }
    }

    @Test
    void theNamesOutlastAnotherAgent() throws Exception {
        Class<?> late = loaded(Named.class);
        try (Weaving weaving = Weaving.of("com.shop.weaving.Named.monitor")) {
            weaving.weaver.weaveLoaded();
            Class<?> early = loaded(Named.class);

            Weaving.instrumentation().retransformClasses(late, early);

            assertThat(named(late)).isEqualTo(WRITTEN);
            assertThat(named(early)).isEqualTo(WRITTEN);
        }
    }

    /** From a loader of its own, which hands out its class file. */
    private static Class<?> loaded(Class<?> type) throws Exception {
        return Weaving.reloading(type, Named.Inner.class).loadClass(type.getName());
    }

    /** By method, place and flags the names that reflection tells: those that it makes up itself are not among them. */
    private static Map<String, String> named(Class<?> type) {
        Map<String, String> named = new TreeMap<>();
        Stream.concat(Stream.of(type.getDeclaredMethods()), Stream.of(type.getDeclaredConstructors()))
                .forEach(executable -> named.putAll(named(executable)));
        return named;
    }

    private static Map<String, String> named(Executable executable) {
        Map<String, String> named = new TreeMap<>();
        Parameter[] all = executable.getParameters();
        for (int i = 0; i < all.length; i++) {
            if (all[i].isNamePresent()) {
                named.put(
                        executable.getName() + ' ' + i + ' ' + Integer.toHexString(all[i].getModifiers()),
                        all[i].getName());
            }
        }
        return named;
    }
}
