package com.example.app;

import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.scheduler.Schedulers;

/** Threads that must not be blocked. */
enum Loops {
    NETTY("loop-") {
        private final NioEventLoopGroup group = new NioEventLoopGroup(2, new DefaultThreadFactory("loop", true));

        @Override
        Executor next() {
            return group.next();
        }
    },

    REACTOR("parallel-") {
        @Override
        Executor next() {
            return command -> Schedulers.parallel().schedule(command);
        }
    },

    VERTX("vert.x-eventloop-thread-") {
        private final List<Context> contexts = new ArrayList<>();
        private final AtomicInteger next = new AtomicInteger();

        @Override
        synchronized Executor next() {
            if (contexts.isEmpty()) {
                Vertx vertx = Vertx.vertx();
                contexts.add(vertx.getOrCreateContext());
                contexts.add(vertx.getOrCreateContext());
            }
            Context context = contexts.get(next.getAndIncrement() % 2);
            return command -> context.runOnContext(nothing -> command.run());
        }

        @Override
        Object here() {
            return Vertx.currentContext();
        }
    };

    private final String names;

    Loops(String names) {
        this.names = names;
    }

    abstract Executor next();

    /** What the rest of a call must find again: of the current thread. */
    Object here() {
        return isLoop(Thread.currentThread().getName()) ? "on a loop" : Thread.currentThread();
    }

    boolean isLoop(String thread) {
        return thread.startsWith(names);
    }
}
