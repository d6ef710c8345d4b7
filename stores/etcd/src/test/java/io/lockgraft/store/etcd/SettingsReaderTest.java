package io.lockgraft.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Settings;
import io.lockgraft.spi.settings.Value;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsReaderTest {
    private final List<String> problems = new ArrayList<>();

    /** A mapping of texts and lists, whose problems are noted. */
    private Settings settings(Map<String, Object> file) {
        return (Settings) Proxy.newProxyInstance(
                Settings.class.getClassLoader(), new Class<?>[] {Settings.class}, (proxy, method, of) -> {
                    Object written = of != null && of[0] instanceof String name ? file.get(name) : null;
                    switch (method.getName()) {
                        case "problem":
                            problems.add(
                                    of.length == 1
                                            ? (String) of[0]
                                            : of[of.length - 3 < 0 ? 0 : of.length - 3] + " " + of[of.length - 1]);
                            return null;
                        case "has":
                            return written != null;
                        case "isMeant", "isCutOff":
                            return false;
                        case "value", "text":
                            return written == null ? null : value((String) written);
                        case "values":
                            return ((List<?>) written)
                                    .stream().map(each -> value((String) each)).toList();
                        case "section":
                            return written == null ? null : settings(Map.of());
                        default:
                            return null;
                    }
                });
    }

    private static Value value(String text) {
        return (Value) Proxy.newProxyInstance(
                Value.class.getClassLoader(), new Class<?>[] {Value.class}, (proxy, method, none) -> {
                    switch (method.getName()) {
                        case "text":
                            return text;
                        case "shown":
                            return "'" + text + "'";
                        case "position":
                            return Position.whole("rules.yaml");
                        default:
                            return null;
                    }
                });
    }

    private StoreConfiguration read(Map<String, Object> file) {
        return new EtcdProvider().read(settings(file), null);
    }

    @Test
    void whatIsRightIsRead() {
        StoreConfiguration read = read(Map.of(
                "endpoints",
                List.of("https://one", "https://two:12379"),
                "prefix",
                "shop/locks/",
                "username",
                "locks",
                "password",
                "secret",
                "tokensAbove",
                "7",
                "tls",
                "{}"));

        assertThat(problems).isEmpty();
        assertThat(read).hasToString("etcd at https://one:2379, https://two:12379, keys shop/locks/");
        assertThat(read.secrets()).containsExactly("secret");
        assertThat(read(Map.of("endpoints", List.of("http://one"), "username", "", "password", "")))
                .hasToString("etcd at http://one:2379, keys lockgraft/");
        assertThat(problems).isEmpty();
    }

    @Test
    void whatIsWrongSaysWhatToWrite() {
        assertThat(read(Map.of())).isNull();
        read(Map.of("endpoints", List.of()));
        read(Map.of("endpoints", List.of("etcd:2379", "http://one", "http://one:2379")));
        read(Map.of("endpoints", List.of("http://one"), "prefix", "shop"));
        read(Map.of("endpoints", List.of("http://one"), "password", "x"));
        read(Map.of("endpoints", List.of("http://one"), "username", "x"));
        read(Map.of("endpoints", List.of("http://one"), "tls", "{}"));

        String like = "[http://etcd1:2379, http://etcd2:2379, http://etcd3:2379]";
        assertThat(problems)
                .containsExactly(
                        "names no server; write etcd: {endpoints: " + like + "}",
                        "endpoints names no server; write " + like,
                        "endpoints 'etcd:2379' is no address: write it as http://host:2379",
                        "endpoints 'http://one:2379' stands here twice",
                        "prefix 'shop' is no beginning of keys; write it as shop/locks/",
                        "a 'password' needs a 'username' beside it",
                        "a 'username' needs a 'password' beside it",
                        "tls is of no use: no endpoint begins with https://");
    }
}
