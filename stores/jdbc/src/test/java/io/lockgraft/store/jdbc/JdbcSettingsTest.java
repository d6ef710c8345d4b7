package io.lockgraft.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the rules file may say under {@code jdbc}, and what it is told where it is wrong. */
final class JdbcSettingsTest {
    private static final String URL = "jdbc:postgresql://db/shop";

    @Test
    void aUrlIsEnough() {
        JdbcSettings settings = read(Map.of("url", URL));

        assertThat(settings.table).isEqualTo("lockgraft");
        assertThat(settings.createTable).isFalse();
        assertThat(settings.user).isNull();
        assertThat(settings).hasToString("jdbc:postgresql://db/shop, table lockgraft");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    db/shop                     | url: the URL of a database begins with jdbc:
                    jdbc:db2://db/shop          | url: 'jdbc:db2://db/shop' is no database that Lockgraft knows
                    jdbc:h2:mem:locks           | url: 'jdbc:h2:mem:locks' is a database inside of one JVM
                    jdbc:oracle:thin:@db:1/shop | url: the locks were never tested on Oracle; write untested: true
                    jdbc:sqlserver://db         | url: the locks were never tested on SQL Server; write untested: true
                    """)
    void aUrlThatCannotBeUsedIsTold(String url, String told) {
        assertThat(problems(Map.of("url", url))).singleElement().asString().startsWith(told);
    }

    @Test
    void aMissingUrlIsTold() {
        assertThat(problems(Map.of()))
                .containsExactly("names no database; write jdbc: {url: \"jdbc:postgresql://host/database\"}");
    }

    @Test
    void anUntestedDatabaseIsUsedWhereTheFileSaysSo() {
        assertThat(read(Map.of("url", "jdbc:sqlserver://db", "untested", "true")))
                .isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"lock graft", "'locks;drop'", "a.b.c.d", "\"locks\""})
    void aTableIsAName(String table) {
        assertThat(problems(Map.of("url", URL, "table", table)))
                .singleElement()
                .asString()
                .contains("is no name of a table");
    }

    @Test
    void tokensMayBeAboveThoseOfAnyStore() {
        assertThat(read(Map.of("url", URL, "tokensAbove", "9000000000")).tokensAbove)
                .isEqualTo(9_000_000_000L);
        assertThat(problems(Map.of("url", URL, "tokensAbove", "-1")))
                .singleElement()
                .asString()
                .contains("is no whole number");
    }

    @Test
    void aDriverIsAJarOrAClass() {
        assertThat(read(Map.of("url", URL, "driver", "lib/postgresql.jar")).driverJar)
                .hasName("postgresql.jar");
        assertThat(read(Map.of("url", URL, "driver", "org.postgresql.Driver")).driverClass)
                .isEqualTo("org.postgresql.Driver");
        assertThat(problems(Map.of("url", URL, "driver", "lib/postgresql")))
                .singleElement()
                .asString()
                .contains("is neither a jar nor a class");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    jdbc:postgresql://db/shop?user=me&password=hush1 | jdbc:postgresql://db/shop
                    jdbc:mysql://me:hush1@db/shop?useSSL=true        | jdbc:mysql://db/shop
                    jdbc:h2:tcp://db/shop;USER=me;PASSWORD=hush1     | jdbc:h2:tcp://db/shop
                    """)
    void noPasswordOfTheUrlIsShown(String url, String shown) {
        JdbcSettings settings = read(Map.of("url", url, "password", "hush2"));

        assertThat(settings).hasToString(shown + ", table lockgraft");
        assertThat(settings.secrets()).containsExactlyInAnyOrder("hush1", "hush2");
    }

    @Test
    void noPasswordIsShownByAMistakeInTheUrl() {
        assertThat(problems(Map.of("url", "jdbc:db2://db/shop:user=me;password=hush1;")))
                .singleElement()
                .asString()
                .doesNotContain("hush1");
    }

    private static JdbcSettings read(Map<String, String> texts) {
        SettingsDouble settings = new SettingsDouble(texts);
        JdbcSettings read = new SettingsReader(settings).read();
        assertThat(settings.problems).isEmpty();
        return read;
    }

    private static List<String> problems(Map<String, String> texts) {
        SettingsDouble settings = new SettingsDouble(texts);
        new SettingsReader(settings).read();
        return settings.problems;
    }
}
