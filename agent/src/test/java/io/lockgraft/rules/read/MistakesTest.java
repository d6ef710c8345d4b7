package io.lockgraft.rules.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every mistake that a rules file can have, with every line that its author gets to read. The cases are in text files:
 * a title, what is written, and behind {@code >>} what is answered.
 */
@FailsWithout("`RulesException#toJudge` and `TreeReader#cutOff` keep what could be read, so that all "
        + "layers tell their mistakes")
@FailsWithout("`PlainKey` and `Template#requireSense` refuse a key that is an expression without its braces")
class MistakesTest {
    private static final String TITLE = "== ";
    private static final String ANSWER = ">> ";

    @TestFactory
    List<DynamicTest> mistakesOfARule() throws IOException {
        return cases("rule-mistakes.txt", reads -> text -> reads.ruleMistakes(text.split("\n")));
    }

    @TestFactory
    List<DynamicTest> mistakesOfAFile() throws IOException {
        return cases("file-mistakes.txt", reads -> reads::mistakes);
    }

    private List<DynamicTest> cases(String resource, Function<Reads, Function<String, List<String>>> reader)
            throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        String title = null;
        StringBuilder written = new StringBuilder();
        List<String> answers = new ArrayList<>();
        for (String line : (text(resource) + TITLE).split("\n")) {
            if (line.startsWith(ANSWER)) {
                answers.add(line.substring(ANSWER.length()));
            } else if (line.startsWith(TITLE)) {
                if (title != null) {
                    tests.add(test(title, written.toString(), List.copyOf(answers), reader));
                }
                title = line.substring(TITLE.length());
                written.setLength(0);
                answers.clear();
            } else {
                written.append(line).append('\n');
            }
        }
        return tests;
    }

    private static DynamicTest test(
            String title,
            String written,
            List<String> answers,
            Function<Reads, Function<String, List<String>>> reader) {
        Reads reads = Reads.with().variable("THIRTY", "30").variable("HOST_AND_PASSWORD", "localhost secret");
        return dynamicTest(
                title,
                () -> assertThat(reader.apply(reads).apply(written)).as(written).isEqualTo(answers));
    }

    private String text(String resource) throws IOException {
        try (InputStream in = getClass().getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
