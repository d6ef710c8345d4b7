package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Value;
import io.lockgraft.spi.text.NearNames;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The words for true and false that YAML 1.1 knows, and a rules file does not. */
public final class FlagWords {
    private static final List<String> YES = Arrays.asList("yes", "on", "true");
    private static final List<String> NO = Arrays.asList("no", "off", "false");

    private FlagWords() {}

    /** Which of the two words a flag of YAML 1.1 means, which is a plain text here. */
    public static String meant(Value value, String on, String off) {
        List<String> meant = YES.contains(value.text())
                ? Collections.singletonList(on)
                : NO.contains(value.text()) ? Collections.singletonList(off) : Collections.<String>emptyList();
        return NearNames.didYouMean(meant);
    }
}
