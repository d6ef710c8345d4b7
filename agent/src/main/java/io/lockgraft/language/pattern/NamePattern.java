package io.lockgraft.language.pattern;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A type's name with or without wildcards. A dot also stands for the dollar of a nested class, {@code *} for anything
 * inside a segment, {@code ..} for any number of segments.
 */
final class NamePattern {
    private final String text;
    private final boolean whole;

    private NamePattern(String text, boolean whole) {
        this.text = text;
        this.whole = whole;
    }

    /** A class: the whole name must match; a lone {@code *} is any class of any package. */
    static NamePattern ofClass(String text) {
        return new NamePattern(text, true);
    }

    /** A type in a signature or an annotation: the package, and the outer classes, may be left away. */
    static NamePattern ofReference(String text) {
        return new NamePattern(text, false);
    }

    boolean isExact() {
        return text.indexOf('*') < 0 && !text.contains("..");
    }

    boolean matches(String name) {
        if (text.equals("*") || Glob.matchesType(text, name, 0)) {
            return true;
        }
        for (int i = 1; !whole && i < name.length(); i++) {
            if (Glob.isSeparator(name.charAt(i - 1)) && Glob.matchesType(text, name, i)) {
                return true;
            }
        }
        return false;
    }

    /** What every match ends with: the last segment, if it has no wildcard; else empty. */
    String fixedEnd() {
        String last = text.substring(Math.max(text.lastIndexOf('.'), text.lastIndexOf('$')) + 1);
        return last.indexOf('*') < 0 ? last : "";
    }

    /** What every match begins with, up to the first class name by its case; empty where nothing is fixed. */
    String fixedPackage() {
        int wild = text.indexOf('*');
        int dots = text.indexOf("..");
        int end = wild < 0 ? text.length() : wild;
        if (dots >= 0 && dots < end) {
            // The package in front of the dots is fixed, the first of the two dots with it.
            end = dots + 1;
        }
        for (int i = 0, from = 0; i < end; i++) {
            if (text.charAt(i) == '.') {
                from = i + 1;
            } else if (i == from && Character.isUpperCase(text.charAt(i))) {
                // Behind the first class name a dot may be a dollar.
                return text.substring(0, from);
            }
        }
        return text.substring(0, text.lastIndexOf('.', end - 1) + 1);
    }

    /**
     * The binary names that an exact name may mean, the likeliest first: {@code com.shop.Cart.Line} is the class Line
     * in Cart, for Cart begins as classes do, but may be a class in a package of that name.
     */
    List<String> binaryNames() {
        List<String> names = new ArrayList<>();
        String likely = text;
        boolean inClass = false;
        for (int i = 0, from = 0; i < text.length(); i++) {
            if (text.charAt(i) == '.') {
                inClass |= Character.isUpperCase(text.charAt(from));
                from = i + 1;
                if (inClass) {
                    likely = likely.substring(0, i) + '$' + likely.substring(i + 1);
                }
            }
        }
        names.add(likely);
        String name = text;
        if (!names.contains(name)) {
            names.add(name);
        }
        for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.')) {
            name = name.substring(0, dot) + '$' + name.substring(dot + 1);
            if (!names.contains(name)) {
                names.add(name);
            }
        }
        return Collections.unmodifiableList(names);
    }

    @Override
    public String toString() {
        return text;
    }
}
