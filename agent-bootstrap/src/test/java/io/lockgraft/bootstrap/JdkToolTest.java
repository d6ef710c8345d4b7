package io.lockgraft.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdkToolTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.sun.tools.javac.Main -version",
                "sun.security.tools.keytool.Main",
                "sun.tools.jps.Jps -l",
                "jdk.compiler/com.sun.tools.javac.Main A.java",
                "jdk.jcmd/sun.tools.jps.Jps",
                "java.base/sun.security.tools.keytool.Main -list",
            })
    void aToolOfTheJdkIsKnown(String command) {
        assertThat(JdkTool.of(command)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.shop.Main",
                "shop.jar --port 80",
                "jdk.apps/shop.jar --port 80",
                "com.sun.tools.shop.jar",
                "java.apps/of the shop/shop.jar",
                "com.shop/com.shop.Main",
                "jdk.compiler/com.sun.tools.javac.launcher.Main Shop.java",
                "jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher Shop.java",
                "sunny.tools.Main",
            })
    void anApplicationIsNoTool(String command) {
        assertThat(JdkTool.of(command)).isNull();
    }

    @Test
    void aJvmThatSaysNothingIsNoTool() {
        assertThat(JdkTool.of(null)).isNull();
    }
}
