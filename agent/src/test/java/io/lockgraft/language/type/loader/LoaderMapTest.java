package io.lockgraft.language.type.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

@FailsWithout("`LoaderMap` tells class loaders apart by identity, whatever their `equals` says")
public class LoaderMapTest {
    private final List<String> ended = new ArrayList<>();
    private final LoaderMap<String> map = new LoaderMap<>() {
        @Override
        protected void ended(String value) {
            ended.add(value);
        }
    };

    @Test
    void loadersThatAreEqualHaveAValueEach() {
        ClassLoader one = new EqualLoader();
        ClassLoader other = new EqualLoader();

        map.put(one, "one");
        assertThat(map.get(other)).isNull();
        map.put(other, "other");
        map.put(one, "first");

        assertThat(map.get(one)).isEqualTo("first");
        assertThat(map.get(other)).isEqualTo("other");
        assertThat(map.values()).containsExactly("first", "other");
    }

    @Test
    void theBootstrapLoaderIsOneToo() {
        assertThat(map.get(null)).isNull();

        map.put(new EqualLoader(), "made");
        map.put(null, "bootstrap");

        assertThat(map.get(null)).isEqualTo("bootstrap");
        assertThat(map.values()).startsWith("bootstrap");
    }

    @Test
    void aCollectedLoaderIsTakenOutAndItsValueToldOnce() {
        map.put(null, "bootstrap");
        WeakReference<ClassLoader> gone = putOne();

        Awaitility.await().until(() -> {
            System.gc();
            return gone.get() == null && map.values().size() == 1;
        });

        assertThat(ended).containsExactly("short-lived");
        assertThat(map.values()).containsExactly("bootstrap");
    }

    private WeakReference<ClassLoader> putOne() {
        ClassLoader loader = new EqualLoader();
        map.put(loader, "short-lived");
        return new WeakReference<>(loader);
    }

    /** As loaders that compare their class paths. */
    public static final class EqualLoader extends ClassLoader {
        public EqualLoader() {
            super(EqualLoader.class.getClassLoader());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof EqualLoader;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    @Test
    void bytesThatOneLoaderDefinedAreNotThoseOfAnEqualOne() {
        ClassLoader one = new EqualLoader();
        byte[] bytes = {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE};

        LoaderTypes.keep(one, "com.example.Made", bytes);

        assertThat(LoaderTypes.bytes(one, "com.example.Made")).isSameAs(bytes);
        assertThat(LoaderTypes.bytes(new EqualLoader(), "com.example.Made")).isNull();
    }
}
