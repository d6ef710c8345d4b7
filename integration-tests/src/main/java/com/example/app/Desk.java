package com.example.app;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Methods of many shapes; which of them are locked, and how, each test's rules say. */
public class Desk {
    /** Runs until the test lets it go on, with the witness looking. */
    public String hold(String key) throws InterruptedException {
        Stage.body();
        int seen = Witness.enter(key);
        try {
            Stage.awaitFinish();
        } finally {
            Witness.exit(key, seen + 1);
        }
        return "held";
    }

    public String text(String key) {
        Stage.body();
        return "text";
    }

    public int number(String key) {
        Stage.body();
        return 42;
    }

    public long big(String key) {
        Stage.body();
        return 42L;
    }

    public double exact(String key) {
        Stage.body();
        return 42.5;
    }

    public boolean flag(String key) {
        Stage.body();
        return true;
    }

    public char letter(String key) {
        Stage.body();
        return 'x';
    }

    public void nothing(String key) {
        Stage.body();
    }

    public Optional<String> maybe(String key) {
        Stage.body();
        return Optional.of("text");
    }

    public CompletableFuture<String> later(String key) {
        Stage.body();
        return CompletableFuture.completedFuture("text");
    }

    public String declared(String key) throws ShopException {
        Stage.body();
        return "text";
    }

    public String waiting(String key) throws InterruptedException {
        Stage.body();
        return "text";
    }

    public String asked(String key) {
        Stage.body();
        return "text";
    }

    /** What a rule calls instead of {@link #asked}. */
    String askedBusy(String key) {
        return "busy at the desk: " + key;
    }

    public String askedForKey(String key) {
        Stage.body();
        return "text";
    }

    /** What a rule calls instead of {@link #askedForKey}: with the lock's key as one more. */
    private String askedForKeyBusy(String key, String lock) {
        return "busy at the desk: " + key + " under " + lock;
    }

    private String secret(String key) {
        Stage.body();
        return "secret";
    }

    public String self(String key) {
        return secret(key);
    }

    public static String fixed(String key) {
        Stage.body();
        return "fixed";
    }

    public synchronized String monitor(String key) throws InterruptedException {
        Stage.body();
        Stage.awaitFinish();
        return Thread.holdsLock(this) ? "with the monitor" : "without the monitor";
    }

    /** No rule's: it enters the monitor first. */
    public synchronized String aroundMonitor(String key) throws InterruptedException {
        return monitor(key);
    }

    public static synchronized String monitorOfClass(String key) {
        Stage.body();
        return Thread.holdsLock(Desk.class) ? "with the monitor" : "without the monitor";
    }
}
