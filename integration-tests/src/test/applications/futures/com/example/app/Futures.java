package com.example.app;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The future of one library, as locked methods return it. */
interface Futures {
    /**
     * Calls the locked method that returns this type.
     *
     * @param rule by which of the rules it is locked
     * @param work what the body begins, and returns as a future of the library
     */
    Object call(String type, String key, String rule, Supplier<CompletableFuture<String>> work);

    /** What is completed as such a future is. */
    CompletableFuture<String> heard(Object future);

    static Futures of(String library) throws ReflectiveOperationException {
        return (Futures) Class.forName("com.example.app." + library + "Futures")
                .getDeclaredConstructor()
                .newInstance();
    }

    static void pass(CompletableFuture<String> heard, String value, Throwable failure) {
        if (failure == null) {
            heard.complete(value);
        } else {
            heard.completeExceptionally(failure);
        }
    }
}
