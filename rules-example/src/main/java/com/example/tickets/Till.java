package com.example.tickets;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** One till: a JVM with two clerks, each with a queue of customers. Opens when all tills are staffed. */
public class Till {
    private static final String SHOW = "HAMLET";
    private static final int CLERKS = 2;

    private Till() {}

    /** Arguments: the JDBC URL, this till's number, how many tills there are, how many customers come to this one. */
    public static void main(String[] args) throws Exception {
        String url = args[0];
        String till = args[1];
        int tills = Integer.parseInt(args[2]);
        int customers = Integer.parseInt(args[3]);

        ExecutorService clerks = Executors.newFixedThreadPool(CLERKS);
        try (Connection database = DriverManager.getConnection(url)) {
            waitForAllTills(database, till, tills);
            long opened = System.nanoTime();
            List<Future<Integer>> queues = new ArrayList<>();
            for (int clerk = 1; clerk <= CLERKS; clerk++) {
                String queue = "till " + till + ", clerk " + clerk;
                queues.add(clerks.submit(() -> serve(url, queue, customers / CLERKS)));
            }
            int sold = 0;
            for (Future<Integer> queue : queues) {
                sold += queue.get();
            }
            System.out.println("sold=" + sold);
            System.out.println("millis=" + (System.nanoTime() - opened) / 1_000_000);
        } finally {
            clerks.shutdownNow();
        }
    }

    private static int serve(String url, String queue, int customers) throws SQLException, InterruptedException {
        try (Connection database = DriverManager.getConnection(url)) {
            TicketShop shop = new TicketShop(database);
            int sold = 0;
            for (int customer = 1; customer <= customers; customer++) {
                if (shop.sell(new SaleRequest(SHOW, queue + ", customer " + customer))) {
                    sold++;
                }
            }
            return sold;
        }
    }

    private static void waitForAllTills(Connection database, String till, int tills)
            throws SQLException, InterruptedException {
        try (Statement statement = database.createStatement()) {
            statement.executeUpdate("insert into tills (number) values (" + till + ")");
            while (countTills(statement) < tills) {
                Thread.sleep(10);
            }
        }
    }

    private static int countTills(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("select count(*) from tills")) {
            row.next();
            return row.getInt(1);
        }
    }
}
