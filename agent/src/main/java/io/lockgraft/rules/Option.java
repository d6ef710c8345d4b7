package io.lockgraft.rules;

import java.util.Locale;

/** A setting from outside the file: a system property, or else the environment variable of the same name. */
final class Option {
    private Option() {}

    /** The value of {@code lockgraft.redis.address} or {@code LOCKGRAFT_REDIS_ADDRESS}, or null. */
    static Value find(String property, Environment environment) {
        String value = environment.property(property);
        if (value != null) {
            return Value.ofOption("-D" + property, value);
        }
        String variable = variable(property);
        value = environment.variable(variable);
        return value == null ? null : Value.ofOption(variable, value);
    }

    /** {@code lockgraft.failOpen} is {@code LOCKGRAFT_FAIL_OPEN}. */
    private static String variable(String property) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < property.length(); i++) {
            char c = property.charAt(i);
            if (Character.isUpperCase(c)) {
                name.append('_');
            }
            name.append(c == '.' ? '_' : c);
        }
        return name.toString().toUpperCase(Locale.ROOT);
    }
}
