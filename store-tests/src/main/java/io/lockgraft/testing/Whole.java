package io.lockgraft.testing;

/** Whether the whole suite runs, or its short form. */
public final class Whole {
    /** Where to find what the short form leaves out. */
    public static final String BEHIND = "with mvn verify -Pwhole";

    private Whole() {}

    public static boolean isWanted() {
        return Boolean.getBoolean("lockgraft.test.whole");
    }

    /** How often something is tried: {@code often} in the whole suite, {@code seldom} in the short form. */
    public static int rounds(int often, int seldom) {
        return isWanted() ? often : seldom;
    }
}
