package com.example.app;

import java.io.IOException;

/** Another agent, which loads the class that its argument names, and lets main begin when it has read a line. */
public final class SlowAgent {
    private SlowAgent() {}

    public static void premain(String name) throws ClassNotFoundException, IOException {
        Class.forName(name, true, ClassLoader.getSystemClassLoader());
        System.out.println("slow agent begins");
        while (System.in.read() != '\n') {
            // The whole line.
        }
        System.out.println("slow agent ends");
    }
}
