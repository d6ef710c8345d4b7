package io.lockgraft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of a rules file's databases, printed. */
final class DdlTest {
    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void openTerminal() {
        terminal = new Terminal(folder);
    }

    private static String table(String name, String key, String number, String line, String text, String options) {
        return """
                CREATE TABLE %1$s (
                  name %2$s NOT NULL PRIMARY KEY,
                  owner %4$s NOT NULL,
                  ends %3$s NOT NULL,
                  since %3$s NOT NULL,
                  rule_name %4$s NOT NULL,
                  thread_name %4$s NOT NULL,
                  fence %3$s NOT NULL,
                  version %3$s NOT NULL,
                  holders %5$s NOT NULL,
                  queue %5$s NOT NULL,
                  barred %5$s NOT NULL
                )%6$s;
                """.formatted(name, key, number, line, text, options);
    }

    @Test
    void theTableOfADatabaseIsAllThatIsPrinted() {
        String file = terminal.rules("""
                jdbc: {url: "jdbc:postgresql://db.shop/shop", user: lockgraft, password: "${DDL_TEST_UNSET}", \
                table: shop.locks}
                rules: [{method: com.shop.Pay.pay(String), key: 'PAY:{p0}'}]
                """);

        assertThat(terminal.run("ddl", file)).as(terminal.err()).isZero();
        assertThat(terminal.out())
                .isEqualToNormalizingNewlines(
                        table("shop.locks", "varchar(600)", "bigint", "varchar(400)", "text", ""));
        assertThat(terminal.err()).isEmpty();
    }

    @Test
    @FailsWithout("`DdlCommand#collect` looks at the members of compounds too")
    void eachDatabaseHasItsOwnLanguageAlsoAsAMember() {
        String file = terminal.rules("""
                stores:
                  ledger: {jdbc: {url: "jdbc:mysql://db/shop"}}
                  same: {jdbc: {url: "jdbc:mysql://other/shop"}}
                  both: {ahead: {redis: {address: "redis://r"}}, decide: {jdbc: {url: "jdbc:h2:tcp://h/shop"}}}
                rules: [{method: com.shop.Pay.pay(String), key: 'PAY:{p0}', store: ledger}]
                """);

        assertThat(terminal.run("ddl", file)).as(terminal.err()).isZero();
        assertThat(terminal.out())
                .isEqualToNormalizingNewlines(table(
                                "lockgraft",
                                "VARCHAR(600)",
                                "BIGINT",
                                "VARCHAR(400)",
                                "MEDIUMTEXT",
                                " ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
                        + "\n"
                        + table("lockgraft", "VARCHAR(600)", "BIGINT", "VARCHAR(400)", "VARCHAR(1000000)", ""));
    }

    @Test
    void aDatabaseWithoutTestsHasATableOnceItIsMeant() {
        String rules = """
                jdbc: {url: "jdbc:oracle:thin:@//db:1521/shop"}
                rules: [{method: com.shop.Pay.pay(String), key: 'PAY:{p0}'}]
                """;

        assertThat(terminal.run("ddl", terminal.rules(rules))).isEqualTo(1);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).contains("write untested: true to use it all the same");

        assertThat(terminal.run("ddl", terminal.rules(rules.replace("\"}", "\", untested: true}"))))
                .isZero();
        assertThat(terminal.out()).startsWith("CREATE TABLE lockgraft (").contains("name VARCHAR2(2400)");
    }

    @Test
    void aFileWithoutADatabaseIsWrongUse() {
        String file = terminal.rules(Terminal.RULES);

        assertThat(terminal.run("ddl", file)).isEqualTo(2);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).startsWith(file + " has no store 'jdbc': no other store needs a table");
    }

    @Test
    void anUrlThatIsNotSetIsToldByItsVariable() {
        String file = terminal.rules("""
                jdbc: {url: "${DDL_TEST_URL}"}
                rules: [{method: com.shop.Pay.pay(String), key: 'PAY:{p0}'}]
                """);

        assertThat(terminal.run("ddl", file)).isEqualTo(2);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err())
                .contains("DDL_TEST_URL")
                .contains(file + " has no store 'jdbc' whose url is known; set the variables above");
    }

    @Test
    void mistakesOfTheFileAreTold() {
        String file = terminal.rules("""
                jdbc: {url: "jdbc:derby://db/shop"}
                rules: [{method: com.shop.Pay.pay(String), key: 'PAY:{p0}'}]
                """);

        assertThat(terminal.run("ddl", file)).isEqualTo(1);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err())
                .contains("is no database that Lockgraft knows: postgresql, mariadb, mysql, h2, oracle, sqlserver");
    }
}
