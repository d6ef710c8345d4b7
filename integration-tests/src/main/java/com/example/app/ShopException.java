package com.example.app;

/** A checked exception of the application's own. */
public class ShopException extends Exception {
    private static final long serialVersionUID = 1L;

    public ShopException(String message) {
        super(message);
    }
}
