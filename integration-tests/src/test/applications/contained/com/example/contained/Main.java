package com.example.contained;

/** Calls a method that is locked and one that is not, and tells what became of both. */
public final class Main {
    public static void main(String[] args) {
        PayService service = new PayService();
        try {
            System.out.println(service.pay(new Order()));
        } catch (Throwable e) {
            System.out.println(e);
        }
        System.out.println(service.look(new Order()));
    }
}
