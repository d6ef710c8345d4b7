package com.example.contained;

public class Order {
    public String getNo() {
        return "1";
    }
}
