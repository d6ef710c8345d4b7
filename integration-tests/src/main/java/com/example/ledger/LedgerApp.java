package com.example.ledger;

import com.example.app.Witness;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Adds to one account after the other from many threads, beside other JVMs that do the same. */
public final class LedgerApp {
    private final int jvms;
    private final int threads;

    private LedgerApp(int jvms, int threads) {
        this.jvms = jvms;
        this.threads = threads;
    }

    /**
     * Arguments: JVMs in all, threads of this one; then accounts as {@code OUTER/work}, each with how many calls a
     * thread
     * makes. The name says how the transactions lie around the calls, and which of the rules is meant. Says for each
     * "ACCOUNT ADDED REFUSED FAILED", of its calls.
     */
    public static void main(String[] args) throws Exception {
        Application.ledger();
        LedgerApp app = new LedgerApp(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
        for (int i = 2; i < args.length; i += 2) {
            app.count(args[i], Integer.parseInt(args[i + 1]));
        }
        System.exit(0);
    }

    private void count(String account, int calls) throws Exception {
        Form form = Form.valueOf(account.substring(0, account.indexOf('/')));
        String until = account.substring(account.indexOf('/') + 1);
        AtomicInteger added = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<?>> counting = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            counting.add(pool.submit(() -> {
                Witness.meet(account, jvms * threads);
                for (int call = 0; call < calls; call++) {
                    try {
                        form.add(account, until, call);
                        added.incrementAndGet();
                    } catch (Refused e) {
                        refused.incrementAndGet();
                    } catch (Exception e) {
                        if (failed.getAndIncrement() == 0) {
                            e.printStackTrace();
                        }
                    }
                }
            }));
        }
        for (Future<?> each : counting) {
            each.get();
        }
        pool.shutdown();
        System.out.println(account + " " + added + " " + refused + " " + failed);
    }
}
