package io.lockgraft.store.redis.config;

import io.lockgraft.spi.text.NearNames;
import java.util.regex.Pattern;

/** What to do about a mistake in a Redisson file. It names settings, and never shows a value. */
final class Advice {
    private static final Pattern NAME = Pattern.compile("[\\w-]{1,60}");

    private Advice() {}

    /** @param alone whether the name has no value: then it may be a part of one, behind a comma that needed quotes */
    static String unknown(KnownSection section, String name, boolean alone) {
        if (alone || !NAME.matcher(name).matches()) {
            return "this is no setting; a text with a comma, a colon or a bracket in it needs quotes";
        }
        String unknown = "unknown setting '" + name + '\'';
        for (KnownSection other : KnownSection.values()) {
            if (other.find(name) != null) {
                return unknown + "; it belongs "
                        + (other == KnownSection.FILE ? "at the top of the file" : "in '" + other.title + '\'');
            }
        }
        String near = NearNames.didYouMean(name, section.names());
        return unknown + (near.isEmpty() ? "; Redisson has no such setting here" : near);
    }

    /**
     * What to look for where a file is not YAML.
     *
     * @param found the character where it is not
     * @param said what SnakeYAML says, which may hold values
     * @param endless whether something that begins there has no end
     */
    static String onForm(int found, String said, boolean endless) {
        if (found == '\t') {
            return "indent with spaces, YAML takes no tabs";
        }
        if (found == '@' || found == '`' || found == '%') {
            return "a text that begins with this character needs quotes";
        }
        if (endless && (found == '\'' || found == '"')) {
            return "the quote that begins here has no end";
        }
        if (said.startsWith("mapping values are not allowed")) {
            return "a text with ': ' in it needs quotes, and settings of one section stand exactly below each other";
        }
        return "check the quotes and the indentation of this line and of those above";
    }
}
