package com.example.webapp;

public class ShopBusyException extends RuntimeException {
    public ShopBusyException(String message) {
        super(message);
    }
}
