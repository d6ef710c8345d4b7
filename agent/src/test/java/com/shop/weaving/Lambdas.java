package com.shop.weaving;

import java.util.function.Function;

/** Makes objects by lambdas and method references. */
public final class Lambdas {
    private Lambdas() {}

    public interface Listener {
        String onMessage(String message);
    }

    public interface Louder extends Listener {}

    public interface Other {
        String onMessage(String message);
    }

    public static class Host {
        final String name = "host";

        public Listener lambda() {
            return message -> name + message;
        }

        public Louder inherited() {
            return message -> message + "!";
        }

        public Listener reference() {
            return this::answer;
        }

        public Listener ofJdk() {
            return String::trim;
        }

        public Other none() {
            return message -> message;
        }

        String answer(String message) {
            return message;
        }
    }

    public static class Generic {
        public static Function<String, Integer> length() {
            return String::length;
        }
    }
}
