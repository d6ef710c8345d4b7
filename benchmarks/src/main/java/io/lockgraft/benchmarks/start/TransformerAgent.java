package io.lockgraft.benchmarks.start;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.jar.JarFile;

/** An agent that starts another one as the JVM would, and keeps the transformer which that one installs. */
public final class TransformerAgent {
    private static ClassFileTransformer transformer;

    private TransformerAgent() {}

    /** @param arguments the other agent's jar, "=" and its arguments */
    public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
        int equals = arguments.indexOf('=');
        JarFile jar = new JarFile(arguments.substring(0, equals));
        instrumentation.appendToSystemClassLoaderSearch(jar);
        Class.forName(jar.getManifest().getMainAttributes().getValue("Premain-Class"))
                .getMethod("premain", String.class, Instrumentation.class)
                .invoke(null, arguments.substring(equals + 1), keeping(instrumentation));
    }

    static ClassFileTransformer transformer() {
        return transformer;
    }

    private static Instrumentation keeping(Instrumentation real) {
        return (Instrumentation) Proxy.newProxyInstance(
                TransformerAgent.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("addTransformer")) {
                        transformer = (ClassFileTransformer) arguments[0];
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
