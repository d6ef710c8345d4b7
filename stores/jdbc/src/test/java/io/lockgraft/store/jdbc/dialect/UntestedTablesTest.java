package io.lockgraft.store.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The tables of the databases that no test has seen, by the book. */
final class UntestedTablesTest {
    @Test
    void ofOracle() {
        assertThat(Dialect.of("jdbc:oracle:thin:@//db:1521/shop").ddl("locks")).isEqualTo("""
                CREATE TABLE locks (
                  name VARCHAR2(2400) NOT NULL PRIMARY KEY,
                  owner VARCHAR2(1600) NOT NULL,
                  ends NUMBER(19) NOT NULL,
                  since NUMBER(19) NOT NULL,
                  rule_name VARCHAR2(1600) NOT NULL,
                  thread_name VARCHAR2(1600) NOT NULL,
                  fence NUMBER(19) NOT NULL,
                  version NUMBER(19) NOT NULL,
                  holders VARCHAR2(4000) NOT NULL,
                  queue VARCHAR2(4000) NOT NULL,
                  barred VARCHAR2(4000) NOT NULL
                )""");
    }

    /** An index of SQL Server takes 900 bytes: 450 characters. */
    @Test
    void ofSqlServer() {
        String binary = " COLLATE Latin1_General_100_BIN2";
        assertThat(Dialect.of("jdbc:sqlserver://db:1433;databaseName=shop").ddl("dbo.locks"))
                .isEqualTo("""
                CREATE TABLE dbo.locks (
                  name NVARCHAR(450)%1$s NOT NULL PRIMARY KEY,
                  owner NVARCHAR(400)%1$s NOT NULL,
                  ends BIGINT NOT NULL,
                  since BIGINT NOT NULL,
                  rule_name NVARCHAR(400)%1$s NOT NULL,
                  thread_name NVARCHAR(400)%1$s NOT NULL,
                  fence BIGINT NOT NULL,
                  version BIGINT NOT NULL,
                  holders NVARCHAR(MAX)%1$s NOT NULL,
                  queue NVARCHAR(MAX)%1$s NOT NULL,
                  barred NVARCHAR(MAX)%1$s NOT NULL
                )""".formatted(binary));
    }
}
