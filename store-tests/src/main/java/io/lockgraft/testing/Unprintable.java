package io.lockgraft.testing;

/** Characters that must not stand where a value is told, by what Unicode says of them. */
public final class Unprintable {
    private Unprintable() {}

    /** The numbers of those that are in the text. */
    public static String in(String text) {
        StringBuilder found = new StringBuilder();
        text.codePoints()
                .filter(Unprintable::is)
                .forEach(point -> found.append(Integer.toHexString(point)).append(' '));
        return found.toString();
    }

    private static boolean is(int point) {
        switch (Character.getType(point)) {
            case Character.CONTROL:
            case Character.SURROGATE:
            case Character.LINE_SEPARATOR:
            case Character.PARAGRAPH_SEPARATOR:
                return true;
            default:
                return point == 0x61c
                        || point == 0x200e
                        || point == 0x200f
                        || point >= 0x202a && point <= 0x202e
                        || point >= 0x2066 && point <= 0x2069;
        }
    }
}
