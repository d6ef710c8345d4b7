package io.lockgraft.weave.loaders;

import io.lockgraft.spi.text.NearNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The names of the classes that the application has loaded: what one that was not loaded may have meant. */
public final class LoadedNames {
    private static final int TOLD = 3;

    /** A JVM that ends has little time, and with more wrong names than this the reason is plain. */
    private static final int MOST_GUESSES = 100;

    private final TreeSet<String> names = new TreeSet<>();
    private final Map<String, List<String>> bySimpleName = new HashMap<>();
    private Class<?>[] unread;
    private int guesses;

    public LoadedNames(Class<?>[] loaded) {
        unread = loaded;
    }

    /** Not before it is asked for: mostly it never is. */
    private void read() {
        for (Class<?> each : unread) {
            ClassLoader loader = each.getClassLoader();
            if (loader != null && loader != Loaders.PLATFORM && !each.isArray()) {
                add(each.getName());
            }
        }
        unread = null;
    }

    private void add(String name) {
        if (!names.add(name)) {
            return;
        }
        String simple = simple(name);
        List<String> alike = bySimpleName.get(simple);
        if (alike == null) {
            alike = new ArrayList<>(1);
            bySimpleName.put(simple, alike);
        }
        if (alike.size() < TOLD) {
            alike.add(name);
        }
    }

    /** Classes of the same simple name in another package, the commonest mistake; or else the nearest whole names. */
    public String didYouMean(String wanted) {
        if (unread != null) {
            read();
        }
        List<String> elsewhere = bySimpleName.get(simple(wanted));
        if (elsewhere != null) {
            return "; there is " + String.join(", ", elsewhere);
        }
        return guesses++ < MOST_GUESSES ? NearNames.didYouMean(wanted, names) : "";
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
