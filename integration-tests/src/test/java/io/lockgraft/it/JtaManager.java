package io.lockgraft.it;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Whose transactions com.example.ledger.JtaPlay begins, without any database. */
enum JtaManager {
    NARAYANA("Narayana", 11, "narayana-jta-", "jboss-transaction-spi-", "jboss-logging-", "jboss-connector-api"),
    ATOMIKOS("Atomikos", 8, "transactions-", "atomikos-util-"),
    /** Of TomEE. */
    GERONIMO("Geronimo", 8, "geronimo-transaction-", "jboss-connector-api");

    private static final List<String> ALL = List.of(
            "spring-core-",
            "spring-jcl-",
            "spring-beans-",
            "spring-context-",
            "spring-tx-",
            "jboss-transaction-api",
            "slf4j-api-");

    private final String name;
    private final int oldest;
    /** Separated by blanks. */
    private final String jars;

    JtaManager(String name, int oldest, String... jars) {
        this.name = name;
        this.oldest = oldest;
        this.jars = String.join(" ", jars);
    }

    AppProcess.Builder stage(Jvm jvm) {
        assumeThat(jvm.version())
                .as("the JDK that this version of %s needs", name)
                .isGreaterThanOrEqualTo(oldest);
        List<String> libraries = new ArrayList<>(ALL);
        Collections.addAll(libraries, jars.split(" "));
        return AppProcess.of(jvm, "Stage")
                .withLibraries(Libraries.path(libraries.toArray(new String[0])))
                .options("-Dledger.jta=" + name);
    }
}
