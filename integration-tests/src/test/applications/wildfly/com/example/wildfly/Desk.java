package com.example.wildfly;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A bean of CDI: Narayana's interceptor begins a transaction in front of each call, and commits it behind. */
@ApplicationScoped
@Transactional
public class Desk {
    @Resource(lookup = "java:jboss/datasources/ReadCommitted")
    private DataSource readCommitted;

    @Resource(lookup = "java:jboss/datasources/RepeatableRead")
    private DataSource repeatableRead;

    /** @param until which of the rules is meant */
    public void add(String account, String until) throws SQLException {
        Rows.addOne(readCommitted, account);
    }

    public void addRepeatable(String account, String until) throws SQLException {
        Rows.addOne(repeatableRead, account);
    }
}
