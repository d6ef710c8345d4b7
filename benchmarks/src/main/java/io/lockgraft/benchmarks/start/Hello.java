package io.lockgraft.benchmarks.start;

/** Tells that main was reached. */
public final class Hello {
    private Hello() {}

    public static void main(String[] args) {
        System.out.println("started");
    }
}
