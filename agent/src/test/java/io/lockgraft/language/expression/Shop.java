package io.lockgraft.language.expression;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The application of the tests in this package. */
@SuppressWarnings("unused")
class Shop {
    private final String region = "EU";

    enum Kind {
        CARD,
        CASH {
            @Override
            public String toString() {
                return "by hand";
            }
        }
    }

    static class Base<T> {
        private final T id;

        Base(T id) {
            this.id = id;
        }

        public T getId() {
            return id;
        }
    }

    static final class PayDto extends Base<Long> {
        private final String orderNo;
        private final int amount;
        boolean express = true;
        Kind kind = Kind.CARD;
        Customer customer = new Customer("c1");
        Double rate = 1.0;
        BigDecimal price = new BigDecimal("12.50");
        List<Item> items = List.of(new Item("a", 1), new Item("b", 2));
        Map<String, Item> byName = new LinkedHashMap<>(Map.of("x", new Item("x", 7)));
        Map<Long, String> byNumber = Map.of(5L, "five");
        Object anything = "any";
        Optional<String> note = Optional.of("n");
        byte[] digest = {1, (byte) 0xab};
        int[] counts = {3, 4};
        UUID uuid = UUID.fromString("12345678-1234-1234-1234-123456789abc");
        int reads;

        PayDto(String orderNo, int amount) {
            super(42L);
            this.orderNo = orderNo;
            this.amount = amount;
        }

        public String getOrderNo() {
            reads++;
            return orderNo;
        }

        int getAmount() {
            return amount;
        }

        public boolean isExpress() {
            return express;
        }

        public String getBroken() {
            throw new IllegalStateException("secret");
        }

        public String tag(String a) {
            return "s" + a;
        }

        public String tag(Object a) {
            return "o";
        }

        public String two(Integer a, Object b) {
            return "1";
        }

        public String two(Object a, Integer b) {
            return "2";
        }

        public long plus(long n) {
            return amount + n;
        }

        public void clear() {}

        String hidden() {
            return "";
        }
    }

    record Item(String name, int count) {}

    static class Customer {
        final String name;

        Customer(String name) {
            this.name = name;
        }
    }

    static class Basket extends LinkedHashMap<String, Integer> {
        private static final long serialVersionUID = 1L;

        public String getOwner() {
            return "me";
        }
    }

    void pay(PayDto dto, int count) {}

    static void payStatic(PayDto dto, int count) {}

    void transfer(String p1, String p2) {}

    void crossed(String p1, String p0) {}

    void inOrder(String p0, String p1) {}

    void nothing() {}

    void open(Object dto, int count) {}

    <T extends PayDto> void generic(T dto, List<? extends Item> items, Map<String, ?> map) {}

    void basket(Basket basket) {}

    void texts(String a, char b, double c, float d, Long e, Kind f) {}
}
