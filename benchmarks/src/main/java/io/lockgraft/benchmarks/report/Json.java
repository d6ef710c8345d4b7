package io.lockgraft.benchmarks.report;

import java.util.Collection;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** One line of JSON. */
public final class Json {
    private Json() {}

    public static String of(Object value) {
        StringBuilder text = new StringBuilder();
        append(value, text);
        return text.toString();
    }

    /** Every line of JSON is one of YAML. */
    public static Map<String, Object> read(String line) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(line);
    }

    private static void append(Object value, StringBuilder text) {
        if (value instanceof Map<?, ?> map) {
            String comma = "{";
            for (Map.Entry<?, ?> each : map.entrySet()) {
                text.append(comma);
                append(each.getKey(), text);
                text.append(": ");
                append(each.getValue(), text);
                comma = ", ";
            }
            text.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Collection<?> all) {
            String comma = "[";
            for (Object each : all) {
                text.append(comma);
                append(each, text);
                comma = ", ";
            }
            text.append(all.isEmpty() ? "[]" : "]");
        } else if (value instanceof String string) {
            text.append('"')
                    .append(string.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append('"');
        } else {
            text.append(value);
        }
    }
}
