package com.example.modern;

import com.example.app.Eye;

/**
 * What Java has learnt since: private methods of interfaces, nests without bridges, records, sealed types, patterns.
 */
public class Modern implements Runnable {
    private final String version;

    public Modern(String version) {
        this.version = version;
    }

    @Override
    public void run() {
        System.out.println(new Order(version + "-record", 1).look());
        System.out.println(new Order(version + "-record-static", 1).twice());
        System.out.println(new Order("x", 1).open(version + "-interface-private"));
        System.out.println(new Nest().look(version + "-nest"));
        System.out.println(pattern(version + "-pattern"));
        record Local(String key) {
            String look(Order order) {
                return Eye.look(order.name);
            }
        }
        System.out.println(new Local("x").look(new Order(version + "-local-record", 2)));
    }

    private static String pattern(Object key) {
        if (key instanceof String text && !text.isEmpty()) {
            return switch (text.length()) {
                case 0 -> "empty";
                default -> Eye.look(text);
            };
        }
        return "no text";
    }

    sealed interface Opens permits Order {
        private String inside(String key) {
            return Eye.look(key);
        }

        default String open(String key) {
            return inside(key);
        }
    }

    record Order(String name, int count) implements Opens {
        String look() {
            return Eye.look(name);
        }

        String twice() {
            return fixed(name);
        }

        private static String fixed(String key) {
            return Eye.look(key);
        }
    }

    private final class Nest {
        private String look(String key) {
            return Eye.look(key);
        }
    }
}
