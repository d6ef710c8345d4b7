package com.example.tickets;

/** What a customer asks for at a till. */
public class SaleRequest {
    private final String show;
    private final String customer;

    public SaleRequest(String show, String customer) {
        this.show = show;
        this.customer = customer;
    }

    public String getShow() {
        return show;
    }

    public String getCustomer() {
        return customer;
    }
}
