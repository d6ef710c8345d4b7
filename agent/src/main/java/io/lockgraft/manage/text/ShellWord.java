package io.lockgraft.manage.text;

import java.util.regex.Pattern;

/** A word as it is typed into a shell. */
public final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private ShellWord() {}

    /** The word, in quotes where it needs them. */
    public static String of(String word) {
        return PLAIN.matcher(word).matches() ? word : '\'' + word.replace("'", "'\\''") + '\'';
    }
}
