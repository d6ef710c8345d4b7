package com.example.osgi;

import java.io.File;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** An application that has a framework inside, whose configuration is its own: no system property gets there. */
public final class Embedding {
    /** Arguments: a folder for the framework, the bundle, and what it delegates to the bootstrap loader, or nothing. */
    public static void main(String[] args) throws Exception {
        Map<String, String> configuration = new HashMap<>();
        configuration.put("org.osgi.framework.storage", args[0]);
        if (args.length > 2) {
            configuration.put("org.osgi.framework.bootdelegation", args[2]);
        }
        FrameworkFactory factory =
                ServiceLoader.load(FrameworkFactory.class).iterator().next();
        Framework framework = factory.newFramework(configuration);
        framework.start();
        framework
                .getBundleContext()
                .installBundle(new File(args[1]).toURI().toString())
                .start();
    }
}
