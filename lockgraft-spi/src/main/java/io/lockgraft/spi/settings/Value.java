package io.lockgraft.spi.settings;

/** A setting's text with its variables filled in. It knows where in the file each of its characters stands. */
public interface Value {
    String text();

    /** As messages show it: in quotes, with the names of variables in place of their values, on one line. */
    String shown();

    /** Whether a part of it comes from a secret file. No message may show such a value. */
    boolean isSecret();

    /** Whether it stands without quotes in the file, so that YAML would read a type into it. */
    boolean isPlain();

    Position position();

    /** Where the character at this offset of the text stands in the file. */
    Position positionOf(int offset);
}
