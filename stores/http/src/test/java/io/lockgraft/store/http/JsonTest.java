package io.lockgraft.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void whatIsWrittenIsReadAgain() throws Exception {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("text", "\"\\\n\t\u0000 \u00e4\ud83d\ude00/");
        all.put("empty", List.of());
        all.put("list", Arrays.asList(true, false, null, Map.of()));

        String text = JsonWriter.write(all);

        assertThat(text)
                .isEqualTo("{\"text\":\"\\\"\\\\\\u000a\\u0009\\u0000 \\u00e4\\ud83d\\ude00/\",\"empty\":[],"
                        + "\"list\":[true,false,null,{}]}");
        assertThat(JsonReader.read(text)).isEqualTo(all);
    }

    @Test
    void anObjectIsReadByNames() throws Exception {
        JsonObject read = JsonObject.read("{ \"a\" : \"12\", \"b\":-3, \"c\":1.5e1, \"u\":18446744073709551615,"
                + "\n\"o\":{\"x\":\"\\u00e4\\n\\/\"}, \"l\":[{\"y\":true},7] }");

        assertThat(read.number("a")).isEqualTo(12);
        assertThat(read.number("b")).isEqualTo(-3);
        assertThat(read.number("u")).isEqualTo(-1);
        assertThat(read.text("c")).isEqualTo("15.0");
        assertThat(read.object("o").text("x")).isEqualTo("\u00e4\n/");
        assertThat(read.objects("l")).hasSize(1).first().matches(each -> each.flag("y"));
        assertThat(read.has("none")).isFalse();
        assertThat(read.number("none")).isZero();
        assertThat(read.object("none").text("none")).isEmpty();
        assertThat(JsonObject.readAll("[{\"a\":1}]")).hasSize(1);
    }

    @Test
    void whatIsNoJsonIsNotRead() {
        for (String bad : List.of(
                "",
                "{",
                "{\"a\"",
                "{\"a\":}",
                "{\"a\":1,}",
                "[1 2]",
                "[1,]",
                "\"a",
                "\"\\x\"",
                "\"\\u12\"",
                "tru",
                "1 2",
                "nul",
                "-",
                "404 page not found\n",
                "[".repeat(1000) + "]".repeat(1000))) {
            assertThatThrownBy(() -> JsonReader.read(bad)).as(bad).isInstanceOf(IOException.class);
        }
    }
}
