package com.shop.weaving;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Classes of every kind that a rule can name. */
public final class Kinds {
    private Kinds() {}

    @Retention(RetentionPolicy.CLASS)
    @Target(ElementType.METHOD)
    public @interface Exclusive {}

    public interface Repo<T> {
        String save(T entity);

        default String saveTwice(T entity) {
            return save(entity) + hidden() + shared();
        }

        private String hidden() {
            return "-";
        }

        static String shared() {
            return "!";
        }
    }

    public static class OrderRepo implements Repo<Order> {
        @Override
        public String save(Order order) {
            return "order " + order.number();
        }

        public String find(int number) {
            return "found " + number;
        }
    }

    public static class AuditedOrderRepo extends OrderRepo {
        @Override
        public String save(Order order) {
            return "audited " + super.save(order);
        }
    }

    public record Order(int number) {
        public Order next() {
            return new Order(number + 1);
        }
    }

    public enum Till {
        FIRST {
            @Override
            int open() {
                return 1;
            }
        };

        abstract int open();

        public int doubled() {
            return open() * 2;
        }
    }

    public static class Annotated {
        @Exclusive
        public String marked() {
            return "marked";
        }

        public String plain() {
            return "plain";
        }
    }

    public class Inner {
        public String name() {
            return "inner of " + Kinds.this.getClass().getSimpleName();
        }
    }

    public static Callable<String> anonymous() {
        return new Callable<>() {
            @Override
            public String call() {
                return "anonymous";
            }
        };
    }

    public static Supplier<String> lambda() {
        return () -> "lambda";
    }

    public static String run(String which) throws Exception {
        return switch (which) {
            case "save" -> new AuditedOrderRepo().save(new Order(1));
            case "bridge" -> bridged(new AuditedOrderRepo(), new Order(1));
            case "find" -> new AuditedOrderRepo().find(3);
            case "default" -> new OrderRepo().saveTwice(new Order(2));
            case "record" -> new Order(3).next().toString();
            case "enum" -> "" + Till.FIRST.doubled();
            case "annotated" -> new Annotated().marked() + new Annotated().plain();
            case "inner" -> new Kinds().new Inner().name();
            case "anonymous" -> anonymous().call();
            case "lambda" -> lambda().get();
            default -> throw new IllegalArgumentException(which);
        };
    }

    private static <T> String bridged(Repo<T> repo, T entity) {
        return repo.save(entity);
    }
}
