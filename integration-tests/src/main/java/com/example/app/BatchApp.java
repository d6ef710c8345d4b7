package com.example.app;

/** A batch job: one locked call, and main returns. */
public final class BatchApp {
    private BatchApp() {}

    public static void main(String[] args) {
        for (String key : args) {
            new Counter().add(key);
        }
        System.out.println("main returns");
        System.out.flush();
    }
}
