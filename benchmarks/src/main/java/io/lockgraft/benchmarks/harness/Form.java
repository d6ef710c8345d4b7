package io.lockgraft.benchmarks.harness;

/**
 * How long a run measures.
 *
 * @param rounds of all contenders in turns; figures are medians over them
 * @param sliceMillis how long one contender is measured in a round
 * @param warmUpMillis before the first round, for each contender
 * @param starts of a JVM for a figure of start-up
 */
public record Form(String name, int rounds, int sliceMillis, int warmUpMillis, int starts) {
    /** Only shows that all runs. */
    public static final Form QUICK = new Form("quick", 1, 100, 50, 1);

    public static final Form BRIEF = new Form("brief", 3, 600, 1500, 3);

    public static final Form MIDDLE = new Form("middle", 5, 1000, 3000, 7);

    public static final Form FULL = new Form("full", 11, 3000, 5000, 21);

    /** As long as this one for each contender, but in one go. */
    public Form inOne() {
        return new Form(name, 1, rounds * sliceMillis, warmUpMillis, starts);
    }

    public boolean isQuick() {
        return name.equals(QUICK.name);
    }
}
