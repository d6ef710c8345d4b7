package com.example.wildfly;

import com.example.app.Witness;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import java.sql.SQLException;
import javax.sql.DataSource;

/** An EJB: the container begins a transaction in front of each call, and commits it behind. */
@Stateless
public class Teller {
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

    /** Takes as long as the test wants. */
    public void hold(String account) {
        Witness.meet("out-" + account, 2);
    }
}
