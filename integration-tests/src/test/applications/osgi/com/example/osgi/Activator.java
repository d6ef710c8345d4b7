package com.example.osgi;

import com.example.contained.Main;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** Runs the application when its bundle is started, and ends the JVM. */
public final class Activator implements BundleActivator {
    @Override
    public void start(BundleContext context) {
        new Thread() {
            @Override
            public void run() {
                Main.main(new String[0]);
                System.exit(0);
            }
        }.start();
    }

    @Override
    public void stop(BundleContext context) {}
}
