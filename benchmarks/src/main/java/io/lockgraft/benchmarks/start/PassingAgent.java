package io.lockgraft.benchmarks.start;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** An agent that is shown every class and changes none. */
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
