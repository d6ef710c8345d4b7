package io.lockgraft.rules;

import java.io.File;

/** Reads a rules file. */
public final class RulesFile {
    private RulesFile() {}

    /** Reads and checks the file; throws all mistakes at once, an unreadable file among them. */
    public static Rules read(File file, Environment environment) throws RulesException {
        throw new UnsupportedOperationException("comes next");
    }

    /** The same for text that is already there; {@code file} names it in messages and is the base of relative paths. */
    public static Rules parse(String file, String text, Environment environment) throws RulesException {
        throw new UnsupportedOperationException("comes next");
    }
}
