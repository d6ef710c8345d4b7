package io.lockgraft.language.expression.value;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds in a text what {@code Object.toString} makes: the name of a class, an @ and a hash in hexadecimal digits. The
 * hash of one object is another one in every JVM. An e-mail address looks alike, so not every @ is one.
 */
final class IdentityHash {
    private static final String OF_NAME = "[\\p{javaJavaIdentifierPart}./]";

    /**
     * The longest run that may be the name of a class, of a hidden one or an array too; and the digits behind the @. In
     * front of each name stands what belongs to none, so that no part of a text is read twice.
     */
    private static final Pattern HASH = Pattern.compile(
            "((?<!\\[)\\[++(?:[ZBCSIJFD]|" + OF_NAME + "*+;)|(?<!" + OF_NAME + ")" + OF_NAME + "*+)@(?=([0-9a-f]*+))");

    /** Behind the digits a word goes on, or the host of an address. */
    private static final Pattern GOES_ON =
            Pattern.compile("[\\p{javaJavaIdentifierPart}@]|[\\p{javaLetterOrDigit}.-]*?\\.\\p{javaLetterOrDigit}");

    /** Names that classes have and people have not: {@code [I}, {@code Order$Line}, {@code com.Order}. */
    private static final Pattern CLASS =
            Pattern.compile("\\[.*|.+\\$.*|\\p{javaLowerCase}(?:.*\\.)\\p{javaUpperCase}[^.]*");

    /** Hashes of the usual length, which all but one in 2,000 have, and that are neither a number nor a word. */
    private static final Pattern USUAL = Pattern.compile("(?=.*[0-9])(?=.*[a-f]).{6,}");

    private static final int LONGEST_HASH = 8;

    private IdentityHash() {}

    /** The name in front of the first hash; null where there is none. */
    static String nameIn(String text) {
        Matcher hash = HASH.matcher(text);
        while (hash.find()) {
            String name = hash.group(1);
            String digits = hash.group(2);
            Matcher behind = GOES_ON.matcher(text).region(hash.end(2), text.length());
            boolean whole = !digits.isEmpty() && digits.length() <= LONGEST_HASH && !behind.lookingAt();
            boolean usual = USUAL.matcher(digits).matches();
            // Behind a class a hash is one though the text goes on: super.toString() + id.
            if (CLASS.matcher(name).matches() ? whole || usual : whole && usual) {
                return name;
            }
        }
        return null;
    }
}
