package com.example.shop.main;

import com.example.shop.model.Order;
import com.example.shop.pay.PayService;

public final class Main {
    public static void main(String[] args) {
        Order order = new Order("42", new Order.Customer("ann"));
        System.out.println(Main.class.getModule());
        System.out.println(new PayService().getter(order));
        System.out.println(new PayService().field(order));
        System.out.println(new PayService().component(order));
        System.out.println(new PayService().method(order));
    }
}
