package io.lockgraft.benchmarks.contender;

import com.example.bench.Shop;

/** The shop's methods and nothing else: without the agent they are not locked, with it they are. */
final class PlainMethods implements Contender {
    private final Shop shop;

    PlainMethods(Shop shop) {
        this.shop = shop;
    }

    @Override
    public Call call(Operation operation) {
        return switch (operation) {
            case PAY -> shop::pay;
            case TAKE -> shop::take;
            case LOOK -> shop::look;
            case CHANGE -> shop::change;
        };
    }
}
