package com.example.app;

/** Makes a hundred calls, tells so, and waits for the end of its input. Needs nothing but java.base. */
public final class SellingApp {
    private static final int CALLS = 100;

    private static int sold;

    private SellingApp() {}

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < CALLS; i++) {
            sell("A");
        }
        System.out.println("sold " + sold);
        while (System.in.read() >= 0) {}
    }

    static void sell(String key) {
        sold++;
    }
}
