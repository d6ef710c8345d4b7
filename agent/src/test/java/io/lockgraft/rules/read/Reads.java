package io.lockgraft.rules.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.RulesException;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.store.BundledStores;
import io.lockgraft.store.redis.RedisConfiguration;
import io.lockgraft.store.redis.settings.RedisSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rules files as tests write them, with an environment of their own. */
public final class Reads implements Environment {
    private final Map<String, String> variables = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();
    private String file = "rules.yaml";

    public static Reads with() {
        return new Reads();
    }

    public Reads variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    public Reads property(String name, String value) {
        properties.put(name, value);
        return this;
    }

    public Reads file(String path) {
        file = path;
        return this;
    }

    @Override
    public String variable(String name) {
        return variables.get(name);
    }

    @Override
    public String property(String name) {
        return properties.get(name);
    }

    public Rules rules(String text) {
        return rules(text, BundledStores.providers());
    }

    /** The same where these are the stores that there are. */
    public Rules rules(String text, List<? extends StoreProvider> stores) {
        try {
            return RulesFile.parse(file, text, this, stores);
        } catch (RulesException e) {
            return fail("the file has mistakes:\n" + e.getMessage());
        }
    }

    /** The one rule of a file that has these lines in its rule. */
    public Rule rule(String... settings) {
        return rules(file(settings)).rules().get(0);
    }

    /** The settings of its store, which is on Redis; null where it has none. */
    public static RedisSettings redis(Rules rules) {
        StoreConfiguration store = rules.stores().get("");
        return store == null ? null : ((RedisConfiguration) store).settings();
    }

    /** What is wrong, one line each, as users see it. */
    public List<String> mistakes(String text) {
        return mistakes(text, BundledStores.providers());
    }

    /** The same where these are the stores that there are. */
    List<String> mistakes(String text, List<? extends StoreProvider> stores) {
        List<String> lines = new ArrayList<>();
        try {
            RulesFile.parse(file, text, this, stores);
        } catch (RulesException e) {
            assertThat(e.problems()).isNotEmpty();
            for (Problem problem : e.problems()) {
                lines.add(problem.toString());
            }
        }
        return lines;
    }

    /** The same for a file that has these lines in its rule, the first of them as line 5. */
    public List<String> ruleMistakes(String... settings) {
        return mistakes(file(settings));
    }

    /** A file with one rule, {@code pay}, whose settings begin in line 5, column 5. */
    public static String file(String... settings) {
        String text = "redis:\n  address: redis://127.0.0.1\nrules:\n  - name: pay\n";
        String all = String.join("\n", settings);
        if (!all.contains("method")) {
            all += "\nmethod: com.shop.PayService.pay(PayDto)";
        }
        if (!all.contains("key:") && !all.contains("keys:")) {
            all += "\nkey: PAY:{dto.orderNo}";
        }
        return text + all.stripTrailing().indent(4);
    }
}
