package io.lockgraft.it.startup;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** An agent that is asked about every class and changes none: what any transformer costs. */
public final class PassingAgent implements ClassFileTransformer {
    public static void premain(String arguments, Instrumentation instrumentation) {
        instrumentation.addTransformer(new PassingAgent());
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        return null;
    }
}
