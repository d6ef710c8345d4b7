package com.example.app;

import java.io.IOException;

/** As {@link LoadingAgent}, and lets main begin when it has read a line. */
public final class SlowAgent {
    private SlowAgent() {}

    public static void premain(String name) throws ClassNotFoundException, IOException {
        LoadingAgent.premain(name);
        System.out.println("slow agent begins");
        while (System.in.read() != '\n') {
            // The whole line.
        }
        System.out.println("slow agent ends");
    }
}
