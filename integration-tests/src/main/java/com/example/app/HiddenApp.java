package com.example.app;

import java.sql.Driver;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** An application that looks for what it must not find, and tells which threads and drivers there are. */
public final class HiddenApp {
    private static final String[] HIDDEN = {
        "io.lockgraft.start.Agent",
        "io.lockgraft.engine.call.LockEngine",
        "io.lockgraft.store.jdbc.JdbcProvider",
        "org.apache.jute.Record",
        "org.apache.zookeeper.ZooKeeper",
        "org.redisson.Redisson",
        "io.netty.channel.Channel",
        "net.bytebuddy.ByteBuddy",
        "org.yaml.snakeyaml.Yaml",
        "org.slf4j.Logger",
        "picocli.CommandLine",
        "com.fasterxml.jackson.databind.ObjectMapper"
    };

    private HiddenApp() {}

    /** Arguments: a key, and the names of more classes that it must not find. */
    public static void main(String[] args) {
        tellThreads("before");
        new Counter().add(args[0]);
        tellThreads("after");
        List<String> hidden = new ArrayList<>(Arrays.asList(HIDDEN));
        hidden.addAll(Arrays.asList(args).subList(1, args.length));
        for (String name : hidden) {
            look(name, HiddenApp.class.getClassLoader());
            look(name, ClassLoader.getSystemClassLoader());
            look(name, null);
            look(name, Thread.currentThread().getContextClassLoader());
            String resource = name.replace('.', '/') + ".class";
            if (ClassLoader.getSystemResource(resource) != null) {
                System.out.println("visible resource " + resource);
            }
        }
        for (Driver driver : Collections.list(DriverManager.getDrivers())) {
            System.out.println("driver " + driver.getClass().getName());
        }
    }

    private static void look(String name, ClassLoader loader) {
        try {
            Class.forName(name, false, loader);
            System.out.println("visible " + name + " in " + loader);
        } catch (ClassNotFoundException hidden) {
            // As it must be.
        }
    }

    private static void tellThreads(String when) {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            System.out.println(when + "\t" + (thread.isDaemon() ? "daemon" : "user") + "\t" + thread.getName());
        }
    }
}
