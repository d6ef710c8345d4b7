package io.lockgraft.language.type.loader;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlatformLoaderTest {
    @Test
    void onJava8ItIsAboveWhateverLoadersTheApplicationHasOnTop() {
        ClassLoader extensions = new ClassLoader(null) {};
        ClassLoader classPath = new ClassLoader(extensions) {};

        assertThat(PlatformLoader.topmost(classPath)).isSameAs(extensions);
        assertThat(PlatformLoader.topmost(new ClassLoader(classPath) {})).isSameAs(extensions);
    }

    @Test
    void aSystemLoaderWithoutAParentIsTheApplicationsAndNotTheJdks() {
        assertThat(PlatformLoader.topmost(new ClassLoader(null) {})).isNull();
    }
}
