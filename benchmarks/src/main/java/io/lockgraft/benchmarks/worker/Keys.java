package io.lockgraft.benchmarks.worker;

import com.example.bench.Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Chooses keys by Zipf's law: the k-th in proportion to 1 / k to the power of the skew. */
final class Keys {
    private final double[] upTo;

    Keys(int count, double skew) {
        this.upTo = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += 1 / Math.pow(i + 1, skew);
            upTo[i] = sum;
        }
    }

    /** Fills the order with one key, or with so many different ones. */
    void choose(Order order, int lines, RandomGenerator random) {
        if (lines == 1) {
            order.number(next(random));
            return;
        }
        Set<Integer> chosen = new LinkedHashSet<>();
        while (chosen.size() < lines) {
            chosen.add(next(random));
        }
        List<String> names = new ArrayList<>(lines);
        for (int key : chosen) {
            names.add(Integer.toString(key));
        }
        order.lines(names);
    }

    private int next(RandomGenerator random) {
        if (upTo.length == 1) {
            return 0;
        }
        int at = Arrays.binarySearch(upTo, random.nextDouble() * upTo[upTo.length - 1]);
        return Math.min(at < 0 ? -at - 1 : at, upTo.length - 1);
    }
}
