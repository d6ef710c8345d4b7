package com.example.app;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.Locks;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An application that is compiled against lockgraft-api, and says what it learns from it. */
public final class FencedApp implements Callable<Void> {
    /** An entity, as an object-relational mapper would write it. */
    public static final class Order {
        private final String number;
        private Long version;

        Order(String number) {
            this.number = number;
        }

        public String getNumber() {
            return number;
        }

        public void setVersion(Long version) {
            this.version = version;
        }
    }

    /** Arguments: the path of lockgraft-api.jar for a loader that looks into its own jars first; or none. */
    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            new FencedApp().call();
            return;
        }
        URL classes = FencedApp.class.getProtectionDomain().getCodeSource().getLocation();
        try (ChildFirst loader = new ChildFirst(classes, new URL("file:" + args[0]))) {
            Class<?> own = loader.loadClass(FencedApp.class.getName());
            ((Callable<?>) own.getDeclaredConstructor().newInstance()).call();
        }
    }

    @Override
    public Void call() throws Exception {
        System.out.println("own copy: " + (Locks.class.getClassLoader() == FencedApp.class.getClassLoader()));
        System.out.println("outside: " + Locks.fence());
        pay("B");
        pay("A");
        ship(new Order("C"));
        System.out.println("outside: " + Locks.fence());
        ExecutorService other = Executors.newSingleThreadExecutor();
        hold("D", other);
        other.shutdown();
        return null;
    }

    private void pay(String key) {
        System.out.println("in " + key + ": " + Locks.fence());
        if (key.equals("A")) {
            pay("B");
            System.out.println("back in A: " + Locks.fence());
        }
    }

    private void ship(Order order) {
        System.out.println("version " + order.version + " in " + Locks.fence());
    }

    /** Another thread asks for the token, and for the lock. */
    private void hold(String key, ExecutorService other) throws Exception {
        if (other == null) {
            return;
        }
        System.out.println("in another thread: " + other.submit(Locks::fence).get());
        System.out.println(other.submit(() -> busy(key)).get());
    }

    private String busy(String key) {
        try {
            hold(key, null);
            return "not busy";
        } catch (LockBusyException e) {
            return "busy, as the application knows it";
        } catch (Exception e) {
            return "busy, of the bootstrap loader: "
                    + (e.getClass().getName().equals(LockBusyException.class.getName())
                            && e.getClass().getClassLoader() == null);
        }
    }

    /** Looks into its own jars before it asks its parent, as some web containers do. */
    private static final class ChildFirst extends URLClassLoader {
        ChildFirst(URL... jars) {
            super(jars, FencedApp.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> type = findLoadedClass(name);
                if (type == null && !name.startsWith("java.")) {
                    try {
                        type = findClass(name);
                    } catch (ClassNotFoundException notOurs) {
                        type = null;
                    }
                }
                return type == null ? super.loadClass(name, resolve) : type;
            }
        }
    }
}
