package io.lockgraft.weave.loaders;

import io.lockgraft.language.pattern.Mismatch;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The names of the classes that the application has loaded: what one that was not loaded may have meant. */
public final class LoadedNames {
    /** A JVM that ends has little time, and with more wrong names than this the reason is plain. */
    private static final int MOST_GUESSES = 100;

    private final List<Class<?>> loaded;
    private Set<String> names;
    private int guesses;

    public LoadedNames(List<Class<?>> loaded) {
        this.loaded = loaded;
    }

    /** Not before it is asked for: mostly it never is. */
    private Set<String> names() {
        if (names == null) {
            names = new TreeSet<>();
            for (Class<?> each : loaded) {
                names.add(each.getName());
            }
        }
        return names;
    }

    /** Whether a class of one of these names is loaded. */
    public boolean has(List<String> wanted) {
        for (String each : wanted) {
            if (names().contains(each)) {
                return true;
            }
        }
        return false;
    }

    /** What a class that is not loaded may have been meant to be: the end of a sentence, or empty. */
    public String didYouMean(String wanted) {
        return guesses++ < MOST_GUESSES ? Mismatch.didYouMeanClass(wanted, names()) : "";
    }
}
