package com.example.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Uses shelves in every way from many threads, beside other JVMs that do the same. */
public final class ShelfApp {
    private ShelfApp() {}

    /** Arguments: JVMs in all, threads of this one, how often each thread calls each method. */
    public static void main(String[] args) throws Exception {
        int jvms = Integer.parseInt(args[0]);
        int threads = Integer.parseInt(args[1]);
        int rounds = Integer.parseInt(args[2]);
        Shelf shelf = new Shelf();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<?>> using = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int first = i;
            using.add(pool.submit(() -> {
                Witness.meet("start", jvms * threads);
                for (int call = 0; call < 6 * rounds; call++) {
                    use(shelf, (first + call) % 6);
                }
            }));
        }
        for (Future<?> each : using) {
            each.get();
        }
        pool.shutdown();
    }

    private static void use(Shelf shelf, int way) {
        switch (way) {
            case 0:
                shelf.look("BOOK");
                break;
            case 1:
                shelf.tidy("BOOK");
                break;
            case 2:
                shelf.queue("DESK");
                break;
            case 3:
                shelf.visit("ROOM");
                break;
            case 4:
                shelf.move("LEFT", "RIGHT");
                break;
            default:
                shelf.swap("LEFT", "RIGHT");
        }
    }
}
