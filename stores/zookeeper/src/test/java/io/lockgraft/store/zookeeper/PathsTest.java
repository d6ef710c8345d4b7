package io.lockgraft.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.zookeeper.common.PathUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The names of keys as nodes. */
final class PathsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "shop:PAY:42",
                "",
                ".",
                "..",
                "...",
                "a/b",
                "/",
                "a!x!1",
                "100%",
                "%41",
                "%",
                "Ü€😀",
                "a b",
                "\u0000",
                "\n",
                "\uf8ff",
                "zookeeper",
                "-",
                "a.b"
            })
    void aKeyIsTheNameOfOneNodeAndIsReadAgain(String key) {
        String path = new Paths("/root").lock(key);

        PathUtils.validatePath(path);
        assertThat(Paths.parent(path)).isEqualTo("/root/locks");
        assertThat(Paths.name(path)).doesNotContain("!");
        assertThat(Paths.decoded(Paths.name(path))).isEqualTo(key);
    }
}
