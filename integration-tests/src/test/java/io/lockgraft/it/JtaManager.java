package io.lockgraft.it;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Whose transactions com.example.ledger.JtaPlay begins, without any database. */
enum JtaManager {
    NARAYANA("Narayana", "narayana-jta-", "jboss-transaction-spi-", "jboss-logging-", "jboss-connector-api"),
    ATOMIKOS("Atomikos", "transactions-", "atomikos-util-"),
    /** Of TomEE. */
    GERONIMO("Geronimo", "geronimo-transaction-", "jboss-connector-api");

    private static final List<String> ALL = List.of(
            "spring-core-",
            "spring-jcl-",
            "spring-beans-",
            "spring-context-",
            "spring-tx-",
            "jboss-transaction-api",
            "slf4j-api-");

    private final String name;
    /** Separated by blanks. */
    private final String jars;

    JtaManager(String name, String... jars) {
        this.name = name;
        this.jars = String.join(" ", jars);
    }

    AppProcess.Builder stage(Jvm jvm) {
        List<String> libraries = new ArrayList<>(ALL);
        Collections.addAll(libraries, jars.split(" "));
        return AppProcess.of(jvm, "Stage")
                .withLibraries(Libraries.path(libraries.toArray(new String[0])))
                .options("-Dledger.jta=" + name);
    }
}
