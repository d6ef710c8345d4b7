package io.lockgraft.spi.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which known names a mistyped one may have meant. */
public final class NearNames {
    private NearNames() {}

    /** At most {@code limit} of the known names, nearest first; none where nothing is near. */
    public static List<String> of(String name, Collection<String> known, int limit) {
        String wanted = name.toLowerCase(Locale.ROOT);
        // A third of the letters may be wrong: less finds nothing for short names, more finds anything.
        int bound = Math.max(1, (name.length() + 1) / 3);
        SortedMap<Integer, Set<String>> byDistance = new TreeMap<>();
        for (String candidate : known) {
            String lower = candidate.toLowerCase(Locale.ROOT);
            boolean isNear = Math.abs(wanted.length() - lower.length()) <= bound;
            int distance = isNear ? distance(wanted, lower) : bound + 1;
            if (distance > bound && isBeginning(wanted, lower)) {
                distance = bound;
            }
            if (distance <= bound && !candidate.equals(name)) {
                Set<String> near = byDistance.get(distance);
                if (near == null) {
                    near = new LinkedHashSet<>();
                    byDistance.put(distance, near);
                }
                near.add(candidate);
            }
        }
        List<String> names = new ArrayList<>();
        for (Set<String> near : byDistance.values()) {
            names.addAll(near);
        }
        return names.subList(0, Math.min(limit, names.size()));
    }

    /** {@code "; did you mean 'lease'?"}, with up to three names; empty where nothing is near. */
    public static String didYouMean(String name, Collection<String> known) {
        return didYouMean(of(name, known, 3));
    }

    /** The same of names that have been found. */
    public static String didYouMean(List<String> near) {
        return near.isEmpty() ? "" : "; did you mean '" + Listing.all(near, "', '", "' or '") + "'?";
    }

    /** Whether one is the beginning of the other, and more than a letter or two. */
    private static boolean isBeginning(String a, String b) {
        return Math.min(a.length(), b.length()) > 2 && (a.startsWith(b) || b.startsWith(a));
    }

    /** How many letters to add, drop, change or swap with their neighbour. */
    private static int distance(String a, String b) {
        int[][] distances = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                distances[i][j] = i == 0 || j == 0 ? i + j : distance(a, b, i, j, distances);
            }
        }
        return distances[a.length()][b.length()];
    }

    /** Of their first i and j letters, from what is known of fewer. */
    private static int distance(String a, String b, int i, int j, int[][] known) {
        int changed = known[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int least = Math.min(changed, Math.min(known[i - 1][j], known[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, known[i - 2][j - 2] + 1) : least;
    }
}
