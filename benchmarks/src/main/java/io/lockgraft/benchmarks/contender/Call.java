package io.lockgraft.benchmarks.contender;

import com.example.bench.Order;

/** One locked call. */
public interface Call {
    void on(Order order) throws Exception;
}
