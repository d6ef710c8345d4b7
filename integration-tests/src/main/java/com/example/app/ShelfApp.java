package com.example.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Uses shelves in every way from many threads, beside other JVMs that do the same. */
public final class ShelfApp {
    /** So many are used in turn before the next ones are: calls of one way shall meet. */
    private static final int TOGETHER = 6;

    private static final int WAYS = 12;

    private ShelfApp() {}

    /** Arguments: JVMs in all, threads of this one, how often each thread uses them in each way. */
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
                for (int ways = 0; ways < WAYS; ways += TOGETHER) {
                    for (int call = 0; call < TOGETHER * rounds; call++) {
                        use(shelf, ways + (first + call) % TOGETHER);
                    }
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
            case 5:
                shelf.swap("LEFT", "RIGHT");
                break;
            case 6:
                shelf.compare("COVER", "PAGE");
                break;
            case 7:
                shelf.match("COVER", "PAGE");
                break;
            case 8:
                shelf.move("COVER", "PAGE");
                break;
            case 9:
                shelf.swap("COVER", "PAGE");
                break;
            case 10:
                shelf.move("CHAIR", "STOOL");
                break;
            default:
                shelf.swap("CHAIR", "STOOL");
        }
    }
}
