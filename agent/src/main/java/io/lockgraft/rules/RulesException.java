package io.lockgraft.rules;

import java.util.List;

/** A rules file that cannot be used; carries all of its mistakes, in the order of the file. */
public final class RulesException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    public RulesException(List<Problem> problems) {
        super(text(problems));
        this.problems = problems;
    }

    public List<Problem> problems() {
        return problems;
    }

    private static String text(List<Problem> problems) {
        StringBuilder text = new StringBuilder();
        for (Problem problem : problems) {
            text.append(text.length() == 0 ? "" : "\n").append(problem);
        }
        return text.toString();
    }
}
