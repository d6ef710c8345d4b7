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
        return matches(0, parameters, 0);
    }

    private boolean matches(int at, List<String> parameters, int from) {
        if (at == types.size()) {
            return from == parameters.size();
        }
        NamePattern type = types.get(at);
        if (type == ANY_NUMBER) {
            for (int next = from; next <= parameters.size(); next++) {
                if (matches(at + 1, parameters, next)) {
                    return true;
                }
            }
            return false;
        }
        return from < parameters.size() && type.matches(parameters.get(from)) && matches(at + 1, parameters, from + 1);
    }
}
