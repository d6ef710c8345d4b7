package io.lockgraft.spi.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Which known names a mistyped one may have meant. */
public final class NearNames {
    private NearNames() {}

    /** At most {@code limit} of the known names, nearest first; none where nothing is near. */
    public static List<String> of(String name, Collection<String> known, int limit) {
        List<String> names = new ArrayList<>();
        List<Integer> distances = new ArrayList<>();
        String wanted = name.toLowerCase(Locale.ROOT);
        int bound = bound(name);
        int worst = bound;
        for (String candidate : known) {
            String lower = candidate.toLowerCase(Locale.ROOT);
            int distance = distance(wanted, lower, worst);
            if (distance > bound && isBeginning(wanted, lower)) {
                distance = bound;
            }
            if (distance > worst || candidate.equals(name) || names.contains(candidate)) {
                continue;
            }
            int at = names.size();
            while (at > 0 && distances.get(at - 1) > distance) {
                at--;
            }
            names.add(at, candidate);
            distances.add(at, distance);
            if (names.size() > limit) {
                names.remove(limit);
                distances.remove(limit);
            }
            if (names.size() == limit) {
                worst = distances.get(limit - 1) - 1;
            }
        }
        return names;
    }

    /** {@code "; did you mean 'lease'?"}, with up to three names; empty where nothing is near. */
    public static String didYouMean(String name, Collection<String> known) {
        return didYouMean(of(name, known, 3));
    }

    /** The same of names that have been found. */
    public static String didYouMean(List<String> near) {
        if (near.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("; did you mean ");
        for (int i = 0; i < near.size(); i++) {
            text.append(i == 0 ? "'" : i == near.size() - 1 ? " or '" : ", '")
                    .append(near.get(i))
                    .append('\'');
        }
        return text.append('?').toString();
    }

    /** Whether one is the beginning of the other, and more than a letter or two. */
    private static boolean isBeginning(String a, String b) {
        return Math.min(a.length(), b.length()) > 2 && (a.startsWith(b) || b.startsWith(a));
    }

    /** A third of the letters may be wrong: less finds nothing for short names, more finds anything. */
    private static int bound(String name) {
        return Math.max(1, (name.length() + 1) / 3);
    }

    /** How many letters to add, drop, change or swap with their neighbour; anything above the bound is bound + 1. */
    private static int distance(String a, String b, int bound) {
        if (Math.abs(a.length() - b.length()) > bound) {
            return bound + 1;
        }
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int least = i;
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, Math.min(last[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
                least = Math.min(least, row[j]);
            }
            if (least > bound) {
                return bound + 1;
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return Math.min(last[b.length()], bound + 1);
    }
}
