package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.bytebuddy.ClassFileVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SupportedJavaTest {
    @Test
    void theNewestJavaIsTheNewestOfByteBuddy() {
        assertThat(SupportedJava.NEWEST).isEqualTo(ClassFileVersion.latest().getJavaVersion());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8", "9", "17", "25", "28"})
    void aJavaThatIsKnownIsTaken(String specification) {
        assertThatCode(() -> SupportedJava.require(specification)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"29", "x"})
    void aJavaThatIsNotKnownIsRefused(String specification) {
        assertThatThrownBy(() -> SupportedJava.require(specification))
                .hasMessage("this JVM is Java " + specification
                        + ", and this Lockgraft knows class files up to Java 28: it could"
                        + " not weave a single method. Use a newer Lockgraft, or an older JVM");
    }
}
