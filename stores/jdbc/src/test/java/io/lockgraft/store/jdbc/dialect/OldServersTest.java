package io.lockgraft.store.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which servers can pass over locked rows, by what their drivers tell of them. */
final class OldServersTest {
    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql:x, 9.4.26, 9.5",
        "jdbc:postgresql:x, 9.5.1,",
        "jdbc:postgresql:x, 14.22,",
        "jdbc:mysql:x, 5.7.44, 8.0",
        "jdbc:mysql:x, 8.0.36,",
        "jdbc:mysql:x, 26.1.0,",
        "jdbc:mariadb:x, 9.7.4-2,",
        "jdbc:mariadb:x, 10.5.23-MariaDB, 10.6",
        "jdbc:mariadb:x, 10.11.19-MariaDB-0+deb12u1,",
        "jdbc:mysql:x, 5.5.5-10.6.12-MariaDB,",
        "jdbc:mysql:x, 5.5.5-10.4.8-MariaDB, 10.6",
        "jdbc:mysql:x, 11.4.5-MariaDB,",
        "jdbc:h2:x, 1.4.200 (2019-10-14), 2.2.220",
        "jdbc:h2:x, 2.2.214 (2022-06-13), 2.2.220",
        "jdbc:h2:x, 2.2.224 (2023-09-17),",
        "jdbc:h2:x, 2.3.232 (2024-08-11),"
    })
    void aServerThatIsTooOldIsToldTheOldestThatWillDo(String url, String version, String needed) throws SQLException {
        assertThat(Dialect.of(url).neededInPlaceOf(server(version))).isEqualTo(needed);
    }

    private static DatabaseMetaData server(String version) {
        String[] parts = version.split("[^0-9]+");
        return (DatabaseMetaData) Proxy.newProxyInstance(
                OldServersTest.class.getClassLoader(),
                new Class<?>[] {DatabaseMetaData.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getDatabaseProductVersion" -> version;
                    case "getDatabaseMajorVersion" -> Integer.parseInt(parts[0]);
                    case "getDatabaseMinorVersion" -> Integer.parseInt(parts[1]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
