package io.lockgraft.manage.answer;

/** The text that a command prints as it is, and its exit code: the answer of the JVM that it asks. Immutable. */
public final class Printout {
    /** The question was answered. */
    public static final int ANSWERED = 0;
    /** It was answered by that there is nothing to show. */
    public static final int NOTHING = 1;
    /** It was not answered, by wrong words or for another reason that the text tells. */
    public static final int NOT_ANSWERED = 2;

    private final int code;
    private final String text;

    public Printout(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** The exit code of the command that asked. */
    public int code() {
        return code;
    }

    /** In lines, each with its end. */
    public String text() {
        return text;
    }
}
