package com.example.app;

/** Another agent, which loads the class that its argument names before main, as agents that look around do. */
public final class LoadingAgent {
    private LoadingAgent() {}

    public static void premain(String name) throws ClassNotFoundException {
        Class.forName(name, true, ClassLoader.getSystemClassLoader());
    }
}
