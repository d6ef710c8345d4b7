package io.lockgraft.expression;

/**
 * Finds in a text what {@code Object.toString} makes: the name of a class, an @ and a hash in hexadecimal digits. The
 * hash of one object is another one in every JVM. An e-mail address looks alike, so not every @ is one.
 */
final class IdentityText {
    private static final int LONGEST_HASH = 8;

    /** All but one identity hash in 2,000 has as many digits. */
    private static final int USUAL_HASH = 6;

    private static final String PRIMITIVES = "ZBCSIJFD";

    private IdentityText() {}

    /** The name in front of the first hash; null where there is none. */
    static String nameIn(String text) {
        for (int at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
            int end = at + 1;
            while (end < text.length() && isHexDigit(text.charAt(end))) {
                end++;
            }
            String name = nameBefore(text, at);
            int digits = end - at - 1;
            boolean whole = digits > 0 && digits <= LONGEST_HASH && !goesOn(text, end);
            boolean usual = isUsualHash(text, at + 1, end);
            // Behind a class a hash is one though the text goes on: super.toString() + id.
            if (isClass(name) ? whole || usual : whole && usual) {
                return name;
            }
        }
        return null;
    }

    /** Whether a word, or the host of an address, goes on behind the digits. */
    private static boolean goesOn(String text, int end) {
        if (end == text.length()) {
            return false;
        }
        char next = text.charAt(end);
        if (Character.isJavaIdentifierPart(next) || next == '@') {
            return true;
        }
        int at = end;
        while (at < text.length() && isOfHost(text.charAt(at))) {
            boolean label =
                    text.charAt(at) == '.' && at + 1 < text.length() && Character.isLetterOrDigit(text.charAt(at + 1));
            if (label) {
                return true;
            }
            at++;
        }
        return false;
    }

    private static boolean isOfHost(char c) {
        return c == '.' || c == '-' || Character.isLetterOrDigit(c);
    }

    /** The longest run that may be the name of a class, of a hidden one or an array too. */
    private static String nameBefore(String text, int at) {
        boolean array = at > 0 && text.charAt(at - 1) == ';';
        int start = array ? at - 1 : at;
        while (start > 0 && isOfName(text.charAt(start - 1))) {
            start--;
        }
        boolean primitive = at - start == 1 && PRIMITIVES.indexOf(text.charAt(start)) >= 0;
        while ((array || primitive) && start > 0 && text.charAt(start - 1) == '[') {
            start--;
        }
        return text.substring(start, at);
    }

    private static boolean isOfName(char c) {
        return c == '.' || c == '/' || Character.isJavaIdentifierPart(c);
    }

    /** Whether this is how classes are named and people are not: {@code [I}, {@code Order$Line}, {@code com.Order}. */
    private static boolean isClass(String name) {
        if (name.startsWith("[") || name.indexOf('$') > 0) {
            return true;
        }
        int last = name.lastIndexOf('.') + 1;
        return last > 1
                && last < name.length()
                && Character.isLowerCase(name.charAt(0))
                && Character.isUpperCase(name.charAt(last));
    }

    /** Whether it is as long as a hash mostly is, and neither a number nor a word. */
    private static boolean isUsualHash(String text, int from, int to) {
        int letters = 0;
        for (int i = from; i < to; i++) {
            letters += text.charAt(i) >= 'a' ? 1 : 0;
        }
        return to - from >= USUAL_HASH && letters > 0 && letters < to - from;
    }

    private static boolean isHexDigit(char c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'f';
    }
}
