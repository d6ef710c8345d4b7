package com.example.app;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;

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
        Class<?> guest = new OwnLoader().loadClass(GuardedApp.class.getName() + "$Guest");
        System.out.println(guest.getMethod("look", String.class).invoke(null, "3"));
    }

    private static String look(Order order) {
        return Eye.look("typed-" + order.no);
    }

    private static String dynamic(Object order) {
        return Eye.look("untyped-" + ((Order) order).no);
    }

    /** A class that a loader of the application's own loads. */
    public static final class Guest {
        private Guest() {}

        public static String look(String no) {
            return Eye.look("guest-" + no);
        }
    }

    private static final class OwnLoader extends URLClassLoader {
        OwnLoader() throws MalformedURLException {
            super(new URL[] {new URL(System.getProperty("guest.classes"))}, GuardedApp.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.endsWith("$Guest") ? findClass(name) : super.loadClass(name, resolve);
        }
    }

    private static final class Order {
        private final String no;

        private Order(String no) {
            this.no = no;
        }
    }
}
