package io.lockgraft.manage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

class JsonTest {
    @Test
    void anObjectKeepsTheOrderOfItsMembersAndIsIndented() {
        Map<String, Object> rule = new LinkedHashMap<>();
        rule.put("name", "pay-order");
        rule.put("methods", List.of("a", "b"));
        rule.put("count", 2);
        rule.put("ok", true);
        rule.put("why", null);

        assertThat(Json.write(rule)).isEqualTo("""
                {
                  "name": "pay-order",
                  "methods": [
                    "a",
                    "b"
                  ],
                  "count": 2,
                  "ok": true,
                  "why": null
                }
                """);
    }

    @Test
    void whatIsEmptyStaysOnOneLine() {
        assertThat(Json.write(Map.of())).isEqualTo("{}\n");
        assertThat(Json.write(List.of())).isEqualTo("[]\n");
    }

    @Test
    void everyCharacterComesBack() {
        String text = "quote \" backslash \\ line\nbreak\ttab \r bell \u0007 umlaut \u00e4 emoji \ud83d\ude00 line "
                + "separator \u2028";

        String json = Json.write(Arrays.asList(text, "plain"));

        assertThat(json).contains("\\u00e4", "\\ud83d\\ude00", "\\n");
        assertThat((List<?>) new Yaml().load(json)).isEqualTo(List.of(text, "plain"));
    }

    @Test
    void nothingButPrintableAsciiIsWritten() {
        for (int c = 0; c < 0x10000; c++) {
            String json = Json.write("a" + (char) c + "b");

            assertThat(json).matches("\"[ -~]+\"\n");
        }
    }
}
