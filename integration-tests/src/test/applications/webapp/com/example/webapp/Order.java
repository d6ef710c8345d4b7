package com.example.webapp;

public class Order {
    private final String no;

    Order(String no) {
        this.no = no;
    }

    public String getNo() {
        return no;
    }
}
