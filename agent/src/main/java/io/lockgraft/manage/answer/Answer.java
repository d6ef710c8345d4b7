package io.lockgraft.manage.answer;

/** What a JVM answers to the words of a command: a text that is printed as it is, and an exit code. Immutable. */
public final class Answer {
    /** The question was answered. */
    public static final int ANSWERED = 0;
    /** It was answered by that there is nothing to show. */
    public static final int NOTHING = 1;
    /** It was not answered, by wrong words or for another reason that the text tells. */
    public static final int NOT_ANSWERED = 2;

    private final int code;
    private final String text;

    public Answer(int code, String text) {
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
