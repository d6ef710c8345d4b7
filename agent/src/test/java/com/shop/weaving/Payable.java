package com.shop.weaving;

/** A type whose subtypes are to be locked. */
public interface Payable {
    String pay(String order, int times);
}
