package com.example.app;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * As WatchedApp, but that Watched is loaded while an agent that is being attached asks for a class file, on another
 * thread.
 */
public final class BetweenStartsApp {
    private BetweenStartsApp() {}

    public static void main(String[] args) throws Exception {
        BufferedReader keys = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Object part = new Parts()
                .loadClass(Part.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        System.out.println("ready");
        for (String key = keys.readLine(); key != null && !key.equals("end"); key = keys.readLine()) {
            Watched watched = new Watched();
            System.out.println(watched.look(key + "-look"));
            System.out.println(watched.monitor(key + "-monitor"));
        }
        System.out.println("end of " + part.getClass().getName());
    }

    /** What the rules name with a plus. */
    public static class Whole {
        public void work() {}
    }

    /** What its loader has an agent ask for. */
    public static class Part extends Whole {
        @Override
        public void work() {}
    }

    /** Loads Watched when somebody asks for the class file of Whole. */
    private static final class Parts extends ClassLoader {
        Parts() {
            super(BetweenStartsApp.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null || !name.equals(Part.class.getName())) {
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
            try (InputStream in = super.getResourceAsStream(name.replace('.', '/') + ".class")) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                for (int b = in.read(); b >= 0; b = in.read()) {
                    bytes.write(b);
                }
                return defineClass(name, bytes.toByteArray(), 0, bytes.size());
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            if (name.endsWith("$Whole.class")) {
                loadWatched();
            }
            return super.getResourceAsStream(name);
        }

        private static void loadWatched() {
            // Not a lambda: linking that would load Watched on this thread, which is the agent's.
            Thread loading = new Thread() {
                @Override
                public void run() {
                    new Watched();
                }
            };
            loading.start();
            try {
                loading.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
