package io.lockgraft.language.pattern;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A type's name with or without wildcards. A dot also stands for the dollar of a nested class, {@code *} for anything
 * inside a segment, {@code ..} for any number of segments.
 */
final class NamePattern {
    private static final String SEPARATOR = "[.$]";

    private final String text;

    /** The regular expression of the text that may stand before the name; empty if none may. */
    private final String before;

    private final String brackets;
    private final boolean exact;

    // Made when they are first asked for: a start has hundreds of names, and most of them are what they say.
    private volatile Pattern pattern;
    private List<String> binaryNames;

    private NamePattern(String text, String before, String brackets) {
        this.text = text;
        this.before = before;
        this.brackets = brackets;
        this.exact = text.indexOf('*') < 0 && !text.contains("..");
    }

    /** A class: the whole name must match; a lone {@code *} is any class of any package. */
    static NamePattern ofClass(String text) {
        return new NamePattern(text, text.equals("*") ? ".*" : "", "");
    }

    /**
     * A type in a signature or an annotation: the package, and the outer classes, may be left away.
     *
     * @param brackets those of an array; a lone {@code *} without any is an array too
     */
    static NamePattern ofReference(String text, String brackets) {
        String any = text.equals("*") && brackets.isEmpty() ? ".*" : "(?:.*" + SEPARATOR + ")?";
        return new NamePattern(text, any, brackets);
    }

    private static String regex(String text) {
        StringBuilder regex = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            int length = text.startsWith("..", at) ? 2 : Character.charCount(c);
            if (c == '.') {
                regex.append(SEPARATOR).append(length == 2 ? "(?:.*" + SEPARATOR + ")?" : "");
            } else {
                String same = text.substring(at, at + length);
                regex.append(c == '*' ? "[^.$\\[]*" : Character.isLetterOrDigit(c) ? same : Pattern.quote(same));
            }
            at += length;
        }
        return regex.toString();
    }

    /** Returns the text behind the last dot or dollar. */
    static String lastSegment(String name) {
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }

    boolean isExact() {
        return exact;
    }

    boolean matches(String name) {
        if (exact && brackets.isEmpty() && isSaid(name)) {
            return true;
        }
        Pattern known = pattern;
        if (known == null) {
            known = Pattern.compile(before + regex(text) + Pattern.quote(brackets));
            pattern = known;
        }
        return known.matcher(name).matches();
    }

    /** True if the name is this one letter by letter, or ends with it if the package may be left out. */
    private boolean isSaid(String name) {
        int from = name.length() - text.length();
        boolean mayBegin = from == 0 || from > 0 && !before.isEmpty() && ".$".indexOf(name.charAt(from - 1)) >= 0;
        return mayBegin && name.endsWith(text);
    }

    /** Returns the end of every match: the last segment, if it has no wildcard; else empty. */
    String fixedEnd() {
        String last = lastSegment(text);
        return last.indexOf('*') < 0 ? last : "";
    }

    /** Returns the beginning of every match, up to the first class name by its case; empty if nothing is fixed. */
    String fixedPackage() {
        int wild = text.indexOf('*');
        int dots = text.indexOf("..");
        int end = wild < 0 ? text.length() : wild;
        if (dots >= 0 && dots < end) {
            // The package in front of the dots is fixed, the first of the two dots with it.
            end = dots + 1;
        }
        // Behind the first class name a dot may be a dollar.
        int first = firstClass();
        return text.substring(0, first < end ? first : text.lastIndexOf('.', end - 1) + 1);
    }

    /** Returns the offset of the first segment that begins as classes do; the length of the text if none does. */
    private int firstClass() {
        int from = 0;
        while (from < text.length() && !Character.isUpperCase(text.charAt(from))) {
            int dot = text.indexOf('.', from);
            from = dot < 0 ? text.length() : dot + 1;
        }
        return from;
    }

    /**
     * The binary names that an exact name may mean, the likeliest first: {@code com.shop.Cart.Line} is the class Line
     * in Cart, for Cart begins as classes do, but may be a class in a package of that name.
     */
    List<String> binaryNames() {
        List<String> known = binaryNames;
        if (known == null) {
            known = Collections.unmodifiableList(new ArrayList<>(allNames()));
            binaryNames = known;
        }
        return known;
    }

    private Set<String> allNames() {
        Set<String> names = new LinkedHashSet<>();
        int first = firstClass();
        names.add(text.substring(0, first) + text.substring(first).replace('.', '$'));
        names.add(text);
        String name = text;
        for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.')) {
            name = name.substring(0, dot) + '$' + name.substring(dot + 1);
            names.add(name);
        }
        return names;
    }

    @Override
    public String toString() {
        return text;
    }
}
