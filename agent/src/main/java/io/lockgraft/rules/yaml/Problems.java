package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Collects the mistakes of a rules file, and of the one that it names, so that one run tells all of them. */
public final class Problems {
    private final Comparator<Problem> byPosition = new Comparator<Problem>() {
        @Override
        public int compare(Problem a, Problem b) {
            return Long.compare(rank(a.position()), rank(b.position()));
        }
    };

    private final List<Problem> mistakes = new ArrayList<>();
    private final List<Problem> tolerated = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();
    private final String file;

    /** @param file the rules file, whose mistakes go in front of those in the file that it names */
    Problems(String file) {
        this.file = file;
    }

    private long rank(Position at) {
        boolean isElsewhere = at.line() > 0 && !at.file().equals(file);
        return (isElsewhere ? Long.MAX_VALUE / 2 : 0) + ((long) at.line() << 32) + at.column();
    }

    public void add(Position position, String message) {
        mistakes.add(new Problem(position, message));
    }

    /** Adds what is no mistake, and should be known. */
    public void warn(Position position, String message) {
        warnings.add(new Problem(position, message));
    }

    /** Returns the number of problems so far. Later ones are counted from this mark. */
    public int mark() {
        return mistakes.size();
    }

    public boolean isAnySince(int mark) {
        return mistakes.size() > mark;
    }

    /** Tolerates the mistakes since the mark. */
    public void tolerateSince(int mark) {
        List<Problem> since = mistakes.subList(mark, mistakes.size());
        tolerated.addAll(since);
        since.clear();
    }

    /** In the order of the file. */
    public List<Problem> mistakes() {
        Collections.sort(mistakes, byPosition);
        return mistakes;
    }

    /** The mistakes that {@code failOpen} covers, in the order of the file. */
    public List<Problem> tolerated() {
        Collections.sort(tolerated, byPosition);
        return tolerated;
    }

    /** What is no mistake, in the order of the file. */
    public List<Problem> warnings() {
        Collections.sort(warnings, byPosition);
        return warnings;
    }
}
