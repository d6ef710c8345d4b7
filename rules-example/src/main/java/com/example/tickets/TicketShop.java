package com.example.tickets;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

/** Sells tickets for shows. Written years ago for one till, and right as long as there is one. */
public class TicketShop {
    private final Connection database;

    public TicketShop(Connection database) {
        this.database = database;
    }

    /** Sells one ticket; false if the show is sold out. */
    public boolean sell(SaleRequest request) throws SQLException, InterruptedException {
        int left = ticketsLeft(request.getShow());
        if (left == 0) {
            return false;
        }
        chargeCard(request.getCustomer());
        setTicketsLeft(request.getShow(), left - 1);
        print(request);
        return true;
    }

    private int ticketsLeft(String show) throws SQLException {
        try (PreparedStatement select = database.prepareStatement("select tickets_left from shows where name = ?")) {
            select.setString(1, show);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new IllegalArgumentException("no such show: " + show);
                }
                return row.getInt(1);
            }
        }
    }

    /** The bank takes its time. */
    private static void chargeCard(String customer) throws InterruptedException {
        Thread.sleep(ThreadLocalRandom.current().nextInt(5, 15));
    }

    private void setTicketsLeft(String show, int left) throws SQLException {
        try (PreparedStatement update = database.prepareStatement("update shows set tickets_left = ? where name = ?")) {
            update.setInt(1, left);
            update.setString(2, show);
            update.executeUpdate();
        }
    }

    private void print(SaleRequest request) throws SQLException {
        try (PreparedStatement insert =
                database.prepareStatement("insert into tickets (show_name, customer) values (?, ?)")) {
            insert.setString(1, request.getShow());
            insert.setString(2, request.getCustomer());
            insert.executeUpdate();
        }
    }
}
