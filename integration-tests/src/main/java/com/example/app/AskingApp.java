package com.example.app;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** An application with a class loader that needs a class of its own, Watched, when it is asked for another. */
public final class AskingApp {
    private static final String JOB = "com.example.app.Counter";

    private AskingApp() {}

    public static void main(String[] args) throws Exception {
        new Loader().loadClass(JOB);
        Watched watched = new Watched();
        System.out.println(watched.look("look"));
        System.out.println(watched.monitor("monitor"));
        System.out.println(ParameterNames.of(Watched.class));
    }

    private static final class Loader extends ClassLoader {
        private Object needed;

        Loader() {
            super(AskingApp.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(JOB)) {
                byte[] bytes = bytes();
                return defineClass(name, bytes, 0, bytes.length);
            }
            if (name.startsWith("io.")) {
                needed = new Watched();
            }
            return super.loadClass(name, resolve);
        }

        private byte[] bytes() throws ClassNotFoundException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (InputStream in = getResourceAsStream(JOB.replace('.', '/') + ".class")) {
                for (int b = in.read(); b >= 0; b = in.read()) {
                    out.write(b);
                }
            } catch (IOException e) {
                throw new ClassNotFoundException(JOB, e);
            }
            return out.toByteArray();
        }

        @Override
        public String toString() {
            return "a loader with " + needed;
        }
    }
}
