package io.lockgraft.rules;

import java.util.Locale;

/** A setting from outside the file: a system property, or else the environment variable of the same name. */
final class Option {
    private Option() {}

    /** The value of {@code lockgraft.redis.address} or {@code LOCKGRAFT_REDIS_ADDRESS}; null where both are blank. */
    static Value find(String property, Environment environment) {
        String value = environment.property(property);
        if (!isBlank(value)) {
            return Value.ofOption("-D" + property, value.trim());
        }
        String variable = variable(property);
        value = environment.variable(variable);
        return isBlank(value) ? null : Value.ofOption(variable, value.trim());
    }

    private static boolean isBlank(String value) {
        return value == null || value.trim().isEmpty();
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
