package io.lockgraft.it;

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

    /** The beginning of the name of its configuration. */
    String config() {
        return name;
    }

    /** The jars that it needs beside Spring and the driver. */
    List<String> libraries() {
        return jars.isEmpty() ? List.of() : List.of(jars.split(" "));
    }
}
