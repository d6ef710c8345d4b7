package io.lockgraft.spi.text;

/** A text of the rules file (a pattern, a template, a duration) does not read; says where in the text, from 0. */
public final class SyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int offset;

    public SyntaxException(int offset, String message) {
        super(message);
        this.offset = offset;
    }

    public int offset() {
        return offset;
    }
}
