package com.example.shop.model;

public class Order {
    private final String orderNo;
    private final Customer customer;
    final String field = "field";

    public Order(String orderNo, Customer customer) {
        this.orderNo = orderNo;
        this.customer = customer;
    }

    public String getOrderNo() {
        return orderNo;
    }

    public Customer getCustomer() {
        return customer;
    }

    public String say(String word) {
        return word + orderNo;
    }

    public record Customer(String name) {}
}
