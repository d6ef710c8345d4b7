package io.lockgraft.language.expression.value;

/** The object that a step of an expression starts from is null; knows how the expression would read with {@code ?.}. */
public final class AbsentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A getter or a call with constant arguments, or several of them. */
    private static final String STEPS = "(\\??\\.\\w+(\\([^()]*\\))?)+";

    private final String object;
    private final String step;

    public AbsentException(String object, String step) {
        super(object + " is null", null, false, false);
        this.object = object;
        this.step = step;
    }

    /** The part of a key as it would be missing instead; or null where it is not made of steps alone. */
    public String safely(String whole) {
        String steps = whole.startsWith(step) ? whole.substring(object.length()) : "";
        return steps.matches(STEPS) ? object + steps.replaceAll("(?<!\\?)\\.(?![^(]*\\))", "?.") : null;
    }
}
