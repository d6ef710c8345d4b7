package com.example.app;

/** Locked methods that call locked methods. */
public class Nested extends NestedBase {
    public String outer(String key) {
        int seen = Witness.enter(key);
        String text = "outer(" + inner(key) + ")";
        Witness.exit(key, seen + 1);
        return text;
    }

    String inner(String key) {
        return "inner";
    }

    public String outerHolds(String key) throws InterruptedException {
        inner(key);
        Stage.body();
        int seen = Witness.enter(key);
        Stage.awaitFinish();
        Witness.exit(key, seen + 1);
        return "outer held on";
    }

    public String recursive(String key) {
        return "depth " + down(key, 20);
    }

    private int down(String key, int depth) {
        return depth == 0 ? 0 : 1 + down(key, depth - 1);
    }

    @Override
    public String polite(String key) {
        return "sub(" + super.polite(key) + ")";
    }
}
