package com.example.app;

/** Another agent, which loads the class that its argument names, and takes its time before main may begin. */
public final class SlowAgent {
    private SlowAgent() {}

    public static void premain(String name) throws ClassNotFoundException, InterruptedException {
        Class.forName(name, true, ClassLoader.getSystemClassLoader());
        System.out.println("slow agent begins");
        Thread.sleep(4_000);
        System.out.println("slow agent ends");
    }
}
