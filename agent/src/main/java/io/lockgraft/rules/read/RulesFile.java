package io.lockgraft.rules.read;

import io.lockgraft.rules.Rules;
import io.lockgraft.rules.RulesException;
import io.lockgraft.rules.yaml.Reading;
import io.lockgraft.rules.yaml.Tables;
import io.lockgraft.rules.yaml.TextFile;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import java.io.File;
import java.io.IOException;
import java.util.Collections;
import java.util.List;

/** Reads a rules file. */
public final class RulesFile {
    private static final int LARGEST = 16 * 1024 * 1024;

    private RulesFile() {}

    /**
     * Reads and checks the file; throws all mistakes at once, an unreadable file among them. Mistakes that {@code
     * failOpen} covers are the result's {@link Rules#tolerated} instead.
     *
     * @param stores read the settings of stores
     */
    public static Rules read(File file, Environment environment, List<? extends StoreProvider> stores)
            throws RulesException {
        return read(file, environment, stores, null);
    }

    /**
     * The same for a judge who has not what the file is filled with.
     *
     * @param unset takes the variables and secret files that are not there; what they fill in counts as neither said
     *     nor missing. Null where each of them is a mistake
     */
    public static Rules read(
            File file, Environment environment, List<? extends StoreProvider> stores, List<Problem> unset)
            throws RulesException {
        try {
            return parse(file.getPath(), TextFile.read(file, LARGEST), environment, stores, unset);
        } catch (IOException e) {
            Problem unreadable =
                    new Problem(Position.whole(file.getPath()), "the rules file cannot be read: " + e.getMessage());
            throw new RulesException(Collections.singletonList(unreadable), null);
        }
    }

    /** The same for text that is already there; {@code file} names it in messages and is the base of relative paths. */
    public static Rules parse(String file, String text, Environment environment, List<? extends StoreProvider> stores)
            throws RulesException {
        return parse(file, text, environment, stores, null);
    }

    private static Rules parse(
            String file,
            String text,
            Environment environment,
            List<? extends StoreProvider> stores,
            List<Problem> unset)
            throws RulesException {
        String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
        Reading reading = new Reading(file, plain, environment, new Tables(stores), unset);
        Rules rules = DocumentReader.read(reading, stores);
        List<Problem> mistakes = reading.problems().mistakes();
        if (!mistakes.isEmpty()) {
            throw new RulesException(mistakes, rules.toJudge(mistakes));
        }
        return rules;
    }
}
