package io.lockgraft.it;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Other agents, of the application's own classes. */
final class AgentJar {
    private AgentJar() {}

    /** A jar of nothing but a manifest: the agent's class is on the application's class path. */
    static Path in(Path folder, String simpleName) throws IOException {
        Path jar = folder.resolve(simpleName + ".jar");
        if (Files.notExists(jar)) {
            Manifest manifest = new Manifest();
            Attributes main = manifest.getMainAttributes();
            main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
            main.putValue("Premain-Class", "com.example.app." + simpleName);
            main.putValue("Can-Retransform-Classes", "true");
            try (OutputStream out = Files.newOutputStream(jar)) {
                new JarOutputStream(out, manifest).close();
            }
        }
        return jar;
    }
}
