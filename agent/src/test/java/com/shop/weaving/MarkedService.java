package com.shop.weaving;

/** A service that rules mean by what it implements, or by an annotation. */
public class MarkedService implements Payable {
    @Override
    @Locked
    public String pay(String order, int times) {
        return order + times;
    }
}
