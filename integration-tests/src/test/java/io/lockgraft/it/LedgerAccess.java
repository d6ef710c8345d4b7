package io.lockgraft.it;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How com.example.ledger comes to its database: what is on its class path for that. */
enum LedgerAccess {
    JDBC("Jdbc"),
    JPA(
            "Jpa",
            "spring-orm-",
            "hibernate-core-",
            "hibernate-commons-annotations-",
            "byte-buddy-1",
            "jboss-logging-",
            "jboss-transaction-api",
            "javax.persistence-api-",
            "javax.activation-api-",
            "antlr-",
            "jandex-",
            "classmate-",
            "jaxb-",
            "txw2-",
            "istack-commons-runtime-"),
    MYBATIS("MyBatis", "mybatis-3", "mybatis-spring-");

    private static final List<String> ALL = List.of(
            "spring-core-",
            "spring-jcl-",
            "spring-beans-",
            "spring-context-",
            "spring-aop-",
            "spring-expression-",
            "spring-tx-",
            "spring-jdbc-",
            "HikariCP-",
            "slf4j-api-",
            "postgresql-");

    private final String name;
    /** Separated by blanks. */
    private final String jars;

    LedgerAccess(String name, String... jars) {
        this.name = name;
        this.jars = String.join(" ", jars);
    }

    /** Whether Spring's NESTED works with it: not in Hibernate's sessions. */
    boolean hasSavepoints() {
        return this != JPA;
    }

    /** The application, or another main class, on the way to this database. */
    AppProcess.Builder of(Jvm jvm, LedgerDatabase database, String main, String... arguments) {
        List<String> libraries = new ArrayList<>(ALL);
        if (!jars.isEmpty()) {
            Collections.addAll(libraries, jars.split(" "));
        }
        return AppProcess.of(jvm, main, arguments)
                .withLibraries(Libraries.path(libraries.toArray(new String[0])))
                .options("-Dledger.url=" + database.url(), "-Dledger.access=" + name);
    }
}
