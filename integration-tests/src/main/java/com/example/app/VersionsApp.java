package com.example.app;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;

/** Runs the same classes, compiled for many versions of Java, each version in a loader of its own. */
public final class VersionsApp {
    private VersionsApp() {}

    /** Arguments: pairs of a folder, whose name is the version, and a class to run there. */
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < args.length; i += 2) {
            File folder = new File(args[i]);
            try (URLClassLoader loader =
                    new URLClassLoader(new URL[] {folder.toURI().toURL()})) {
                Runnable run = (Runnable) loader.loadClass(args[i + 1])
                        .getConstructor(String.class)
                        .newInstance(folder.getName());
                run.run();
            } catch (Throwable t) {
                System.out.println(folder.getName() + " " + args[i + 1] + " failed");
                t.printStackTrace(System.out);
            }
        }
    }
}
