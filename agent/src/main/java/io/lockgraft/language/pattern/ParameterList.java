package io.lockgraft.language.pattern;

import java.util.List;

/** The parameters of a pattern: types, and {@code ..} for any number of them. */
final class ParameterList {
    /** Stands in the list for {@code ..}. */
    static final NamePattern ANY_NUMBER = NamePattern.ofReference("*", "");

    private final List<NamePattern> types;

    ParameterList(List<NamePattern> types) {
        this.types = types;
    }

    boolean matches(List<String> parameters) {
        return match(types, parameters);
    }

    private static boolean match(List<NamePattern> types, List<String> given) {
        if (types.isEmpty()) {
            return given.isEmpty();
        }
        NamePattern first = types.get(0);
        List<NamePattern> rest = types.subList(1, types.size());
        if (first == ANY_NUMBER && match(rest, given)) {
            return true;
        }
        List<NamePattern> next = first == ANY_NUMBER ? types : rest;
        return !given.isEmpty() && first.matches(given.get(0)) && match(next, given.subList(1, given.size()));
    }
}
