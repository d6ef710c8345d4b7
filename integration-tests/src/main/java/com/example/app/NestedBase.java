package com.example.app;

/** What {@link Nested} overrides. */
public class NestedBase {
    public String polite(String key) {
        int seen = Witness.enter(key);
        Witness.exit(key, seen + 1);
        return "base";
    }
}
