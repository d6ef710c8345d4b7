package io.lockgraft.manage.answer;

import io.lockgraft.manage.Version;
import java.util.List;
import java.util.function.Function;

/** Answers each question with the version of the agent, and {@code ps} with nothing to say. */
public final class VersionAnswer implements Function<List<String>, Answer> {
    @Override
    public Answer apply(List<String> words) {
        return words.get(0).equals("ps")
                ? new Answer(Answer.NOTHING, "")
                : new Answer(Answer.ANSWERED, "Lockgraft " + Version.text() + ": " + String.join(" ", words) + '\n');
    }
}
