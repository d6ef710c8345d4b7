package com.example.app;

/** An application that looks for what it must not find, and tells which threads there are. */
public final class HiddenApp {
    private static final String[] HIDDEN = {
        "io.lockgraft.start.Agent",
        "io.lockgraft.engine.call.LockEngine",
        "org.redisson.Redisson",
        "io.netty.channel.Channel",
        "net.bytebuddy.ByteBuddy",
        "org.yaml.snakeyaml.Yaml",
        "org.slf4j.Logger",
        "picocli.CommandLine",
        "com.fasterxml.jackson.databind.ObjectMapper"
    };

    private HiddenApp() {}

    /** Argument: a key. */
    public static void main(String[] args) {
        tellThreads("before");
        new Counter().add(args[0]);
        tellThreads("after");
        for (String name : HIDDEN) {
            look(name, HiddenApp.class.getClassLoader());
            look(name, ClassLoader.getSystemClassLoader());
            look(name, null);
            look(name, Thread.currentThread().getContextClassLoader());
            String resource = name.replace('.', '/') + ".class";
            if (ClassLoader.getSystemResource(resource) != null) {
                System.out.println("visible resource " + resource);
            }
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
