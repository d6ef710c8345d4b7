package com.example.tomcat;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** Deploys a web application, asks it for pages, takes it away again, and says whether its loader has gone. */
public final class TomcatMain {
    /** Arguments: a folder for Tomcat, that of the web application, and paths to ask for. */
    public static void main(String[] args) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(args[0]);
        tomcat.setPort(0);
        tomcat.getConnector();
        tomcat.getHost().setAutoDeploy(false);
        tomcat.start();
        for (int deployment = 1; deployment <= 2; deployment++) {
            WeakReference<ClassLoader> loader = deploy(tomcat, args);
            System.out.println("deployment " + deployment + ": " + (isCollected(loader) ? "collected" : "kept"));
        }
        tomcat.stop();
        tomcat.destroy();
    }

    private static WeakReference<ClassLoader> deploy(Tomcat tomcat, String[] args) throws Exception {
        Context context = tomcat.addWebapp("", new File(args[1]).getAbsolutePath());
        for (int i = 2; i < args.length; i++) {
            System.out.println(get("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + args[i]));
        }
        WeakReference<ClassLoader> loader =
                new WeakReference<ClassLoader>(context.getLoader().getClassLoader());
        tomcat.getHost().removeChild(context);
        return loader;
    }

    private static String get(String address) throws Exception {
        try (BufferedReader page = new BufferedReader(
                new InputStreamReader(new URL(address).openStream(), StandardCharsets.UTF_8))) {
            StringBuilder text = new StringBuilder();
            for (String line = page.readLine(); line != null; line = page.readLine()) {
                text.append(line.trim());
            }
            return text.toString();
        }
    }

    private static boolean isCollected(WeakReference<?> reference) throws InterruptedException {
        for (int i = 0; i < 60 && reference.get() != null; i++) {
            System.gc();
            Thread.sleep(250);
        }
        return reference.get() == null;
    }
}
