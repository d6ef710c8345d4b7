package com.example.wildfly;

import com.example.app.Witness;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Adds to the account of a request from many threads, beside other servers that do the same: {@code EJB/work} by the
 * EJB, {@code CDI-RR/return} by the bean of CDI under REPEATABLE READ. Answers "ADDED FAILED".
 */
@WebServlet("/count")
public class CountServlet extends HttpServlet {
    @EJB
    private transient Teller teller;

    @Inject
    private transient Desk desk;

    private interface Adding {
        void add(String account, String until) throws Exception;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String account = request.getParameter("account");
        int servers = Integer.parseInt(request.getParameter("servers"));
        int threads = Integer.parseInt(request.getParameter("threads"));
        int calls = Integer.parseInt(request.getParameter("calls"));
        String until = account.substring(account.indexOf('/') + 1);
        Adding adding = adding(account.substring(0, account.indexOf('/')));
        AtomicInteger added = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<?>> counting = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            counting.add(pool.submit(() -> {
                Witness.meet(account, servers * threads);
                for (int call = 0; call < calls; call++) {
                    try {
                        adding.add(account, until);
                        added.incrementAndGet();
                    } catch (Exception e) {
                        if (failed.getAndIncrement() == 0) {
                            e.printStackTrace();
                        }
                    }
                }
            }));
        }
        pool.shutdown();
        try {
            for (Future<?> each : counting) {
                each.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IOException(e);
        }
        response.getWriter().print(added + " " + failed);
    }

    private Adding adding(String bean) {
        switch (bean) {
            case "EJB":
                return teller::add;
            case "EJB-RR":
                return teller::addRepeatable;
            case "CDI":
                return desk::add;
            default:
                return desk::addRepeatable;
        }
    }
}
