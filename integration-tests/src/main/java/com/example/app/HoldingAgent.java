package com.example.app;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** Holds back the class that its argument names, wherever it is loaded, until it has read a line. */
public final class HoldingAgent {
    private HoldingAgent() {}

    public static void premain(final String held, Instrumentation instrumentation) {
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
                if (held.equals(name)) {
                    System.out.println("holds " + name);
                    awaitLine();
                }
                return null;
            }
        });
    }

    private static void awaitLine() {
        try {
            while (System.in.read() != '\n') {
                // The whole line.
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
