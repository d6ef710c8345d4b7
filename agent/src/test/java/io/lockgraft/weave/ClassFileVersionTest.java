package io.lockgraft.weave;

import static io.lockgraft.weave.WovenMethodTest.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.IntStream;
import net.bytebuddy.ClassFileVersion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes of every version that this JVM loads; its verifier judges what is woven. */
class ClassFileVersionTest {
    static IntStream versions() {
        return IntStream.rangeClosed(46, ClassFileVersion.ofThisVm().getMajorVersion());
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aClassOfThisVersionIsWovenAndItsMonitorsAreInsideTheLocks(int version) throws Throwable {
        try (Weaving weaving = Weaving.of(OldClass.NAME + ".*", OldClass.NAME + ".finish")) {
            Object old = Weaving.defining(Map.of(OldClass.NAME, OldClass.of(version)))
                    .loadClass(OldClass.NAME)
                    .getDeclaredConstructor()
                    .newInstance();
            weaving.gate.answer = rule -> {
                assertThat(Thread.holdsLock(old) || Thread.holdsLock(old.getClass()))
                        .isFalse();
                return "token";
            };

            assertThat(call(old, "loop", 4, 10L)).isEqualTo(20L);
            assertThat(call(old, "holds")).isEqualTo(true);
            assertThat(call(old, "holdsClass")).isEqualTo(true);
            assertThat(call(old, "finish", 5)).isEqualTo(20);
            assertThatThrownBy(() -> call(old, "finish", 0)).isInstanceOf(ArithmeticException.class);

            assertThat(old.getClass().getField("finished").get(old)).isEqualTo(2);
            assertThat(weaving.gate.calls)
                    .containsExactly(
                            "enter r0",
                            "exit token",
                            "enter r0",
                            "exit token",
                            "enter r0",
                            "exit token",
                            "enter r0, r1",
                            "exit token",
                            "enter r0, r1",
                            "exit token ArithmeticException");
            assertThat(Thread.holdsLock(old) || Thread.holdsLock(old.getClass()))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void whatTheGateThrowsAfterTheBodyReachesTheCallerAndNoMonitorIsLeft(int version) throws Throwable {
        try (Weaving weaving = Weaving.of(OldClass.NAME + ".*", OldClass.NAME + ".finish")) {
            Object old = Weaving.defining(Map.of(OldClass.NAME, OldClass.of(version)))
                    .loadClass(OldClass.NAME)
                    .getDeclaredConstructor()
                    .newInstance();
            weaving.gate.lost = new IllegalStateException("lost");

            assertThatThrownBy(() -> call(old, "loop", 4, 10L)).isSameAs(weaving.gate.lost);
            assertThatThrownBy(() -> call(old, "holds")).isSameAs(weaving.gate.lost);
            assertThatThrownBy(() -> call(old, "holdsClass")).isSameAs(weaving.gate.lost);
            assertThatThrownBy(() -> call(old, "finish", 5)).isSameAs(weaving.gate.lost);

            assertThat(weaving.gate.calls.subList(6, 8)).containsExactly("enter r0, r1", "exit token of r0, r1");
            assertThat(Thread.holdsLock(old) || Thread.holdsLock(old.getClass()))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aMonitorWhoseObjectTheBodyOverwritesStaysWhereItIsAndIsReported(int version) throws Throwable {
        try (Weaving weaving = Weaving.of(OldClass.NAME + ".overwrite")) {
            Object old = Weaving.defining(Map.of(OldClass.NAME, OldClass.of(version)))
                    .loadClass(OldClass.NAME)
                    .getDeclaredConstructor()
                    .newInstance();

            assertThat(call(old, "overwrite")).isEqualTo(42);

            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
            assertThat(weaving.coverage.asMap(Map.of()).toString()).contains("because its body overwrites 'this'");
        }
    }
}
