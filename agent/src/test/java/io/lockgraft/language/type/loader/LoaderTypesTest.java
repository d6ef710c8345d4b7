package io.lockgraft.language.type.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.language.type.TypeShape;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class LoaderTypesTest {
    @Test
    void whatALoaderHidesOfTheJdkIsReadAllTheSame() {
        TypeShape source = new LoaderTypes(new Hiding()).find("javax.sql.DataSource");

        assertThat(source.interfaceNames()).contains("javax.sql.CommonDataSource");
    }

    @Test
    void theClassFileOfAClassFromMemoryIsKeptForItsLoaderAndThoseBelow() {
        ClassLoader loader = new Hiding();
        ClassLoader below = new ClassLoader(loader) {};
        byte[] bytes = {1};

        LoaderTypes.keep(loader, "com.shop.Made", bytes);

        assertThat(LoaderTypes.bytes(loader, "com.shop.Made")).isSameAs(bytes);
        assertThat(LoaderTypes.bytes(below, "com.shop.Made")).isSameAs(bytes);
        assertThat(LoaderTypes.bytes(new Hiding(), "com.shop.Made")).isNull();
    }

    @Test
    void aClassFileThatTheLoaderHandsOutIsNotKept() {
        String name = LoaderTypesTest.class.getName();
        ClassLoader loader = LoaderTypesTest.class.getClassLoader();

        LoaderTypes.keep(loader, name, new byte[1]);

        assertThat(LoaderTypes.DEFINED.get(loader, name)).isNull();
    }

    /** Loads what its parent does, and hands out no class file. */
    private static final class Hiding extends ClassLoader {
        @Override
        public InputStream getResourceAsStream(String name) {
            return null;
        }
    }
}
