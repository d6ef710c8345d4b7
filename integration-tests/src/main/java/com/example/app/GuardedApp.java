package com.example.app;

/** Calls locked methods where the application itself may do almost nothing. */
public final class GuardedApp {
    private GuardedApp() {}

    public static void main(String[] args) throws Exception {
        try {
            System.getProperty("user.home");
            System.out.println("no security manager");
        } catch (SecurityException e) {
            System.out.println("guarded");
        }
        Order order = new Order("1");
        System.out.println(look(order));
        System.out.println(dynamic(order));
        Thread thread = new Thread(() -> System.out.println(look(new Order("2"))));
        thread.start();
        thread.join();
    }

    private static String look(Order order) {
        return Eye.look("typed-" + order.no);
    }

    private static String dynamic(Object order) {
        return Eye.look("untyped-" + ((Order) order).no);
    }

    private static final class Order {
        private final String no;

        private Order(String no) {
            this.no = no;
        }
    }
}
