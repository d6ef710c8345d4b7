package io.lockgraft.rules;

import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.text.Listing;
import java.util.List;

/** A rules file that cannot be used; carries all of its mistakes, in the order of the file. */
public final class RulesException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;
    private final transient Rules toJudge;

    /** @param toJudge what of the file can be held against classes, to tell all mistakes in one run; or null */
    public RulesException(List<Problem> problems, Rules toJudge) {
        super(Listing.all(problems, "\n", "\n"));
        this.problems = problems;
        this.toJudge = toJudge;
    }

    /** The rules that can be held against classes in spite of the mistakes; null if there are none. */
    public Rules toJudge() {
        return toJudge;
    }

    public List<Problem> problems() {
        return problems;
    }
}
