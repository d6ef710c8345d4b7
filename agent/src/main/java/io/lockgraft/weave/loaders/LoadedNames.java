package io.lockgraft.weave.loaders;

import io.lockgraft.language.type.loader.PlatformLoader;
import io.lockgraft.spi.text.NearNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The names of the classes that the application has loaded: what one that was not loaded may have meant. */
public final class LoadedNames {
    private static final int TOLD = 3;

    /** A JVM that ends has little time, and with more wrong names than this the reason is plain. */
    private static final int MOST_GUESSES = 100;

    private final Class<?>[] loaded;
    private Set<String> names;
    private int guesses;

    public LoadedNames(Class<?>[] loaded) {
        this.loaded = loaded;
    }

    /** Not before it is asked for: mostly it never is. */
    private Set<String> names() {
        if (names == null) {
            names = new TreeSet<>();
            for (Class<?> each : loaded) {
                ClassLoader loader = each.getClassLoader();
                if (loader != null && loader != PlatformLoader.get() && !each.isArray()) {
                    names.add(each.getName());
                }
            }
        }
        return names;
    }

    /** Classes of the same simple name in another package, the commonest mistake; or else the nearest whole names. */
    public String didYouMean(String wanted) {
        String simple = simple(wanted);
        List<String> elsewhere = new ArrayList<>();
        for (String name : names()) {
            if (elsewhere.size() < TOLD && name.endsWith(simple) && simple(name).equals(simple)) {
                elsewhere.add(name);
            }
        }
        if (!elsewhere.isEmpty()) {
            return "; there is " + String.join(", ", elsewhere);
        }
        return guesses++ < MOST_GUESSES ? NearNames.didYouMean(wanted, names()) : "";
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
