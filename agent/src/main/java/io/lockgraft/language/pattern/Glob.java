package io.lockgraft.language.pattern;

/**
 * Compares names with patterns. By hand and not by regular expressions: it runs before main, for every rule, and for
 * every class that a wildcard may mean.
 */
final class Glob {
    private Glob() {}

    /** A simple name, in which {@code *} stands for anything. */
    static boolean matchesWord(String pattern, String word) {
        return word(pattern, 0, word, 0);
    }

    private static boolean word(String pattern, int p, String word, int w) {
        if (p == pattern.length()) {
            return w == word.length();
        }
        if (pattern.charAt(p) == '*') {
            return word(pattern, p + 1, word, w) || (w < word.length() && word(pattern, p, word, w + 1));
        }
        return w < word.length() && pattern.charAt(p) == word.charAt(w) && word(pattern, p + 1, word, w + 1);
    }

    /**
     * A type's name from an offset on: {@code *} stands for anything inside a segment, {@code ..} for a separator or
     * any number of segments between two, and a dot for a dollar too.
     */
    static boolean matchesType(String pattern, String name, int from) {
        return type(pattern, 0, name, from);
    }

    private static boolean type(String pattern, int p, String name, int n) {
        if (p == pattern.length()) {
            return n == name.length();
        }
        char c = pattern.charAt(p);
        if (c == '*') {
            return type(pattern, p + 1, name, n)
                    || (n < name.length() && !isSeparator(name.charAt(n)) && type(pattern, p, name, n + 1));
        }
        if (n == name.length()) {
            return false;
        }
        if (pattern.startsWith("..", p)) {
            return isSeparator(name.charAt(n)) && behindSeparator(pattern, p + 2, name, n + 1);
        }
        boolean same = c == name.charAt(n) || (c == '.' && name.charAt(n) == '$');
        return same && type(pattern, p + 1, name, n + 1);
    }

    /** Whether the rest of the pattern matches from here or from behind any later separator. */
    private static boolean behindSeparator(String pattern, int p, String name, int from) {
        for (int n = from; n <= name.length(); n++) {
            if ((n == from || isSeparator(name.charAt(n - 1))) && type(pattern, p, name, n)) {
                return true;
            }
        }
        return false;
    }

    static boolean isSeparator(char c) {
        return c == '.' || c == '$';
    }
}
