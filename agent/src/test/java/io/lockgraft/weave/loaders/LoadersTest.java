package io.lockgraft.weave.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.language.type.loader.PlatformLoader;
import io.lockgraft.testing.Quick;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoadersTest {
    @Test
    void aSystemLoaderOfTheApplicationsMakesTheJdksNoPlatformLoader() throws Exception {
        Quick.leaveOut("JVM");
        Process jvm = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Djava.system.class.loader=" + Passing.class.getName(),
                        Asking.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(jvm.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output.trim())
                .endsWith("system " + Passing.class.getName() + ", platform "
                        + ClassLoader.getPlatformClassLoader().getClass().getName());
    }

    /** A system loader as applications have them: it passes on what it is asked for. */
    public static final class Passing extends ClassLoader {
        public Passing(ClassLoader parent) {
            super(parent);
        }
    }

    /** Says what it sees. */
    public static final class Asking {
        private Asking() {}

        public static void main(String[] args) {
            System.out.println(
                    "system " + ClassLoader.getSystemClassLoader().getClass().getName() + ", platform "
                            + PlatformLoader.get().getClass().getName());
        }
    }
}
