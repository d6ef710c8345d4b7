package io.lockgraft.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A class that is skipped as a whole is in no report: this one tells the summary why. */
@Tag("whole")
final class OtherDatabasesTest {
    @ParameterizedTest
    @ValueSource(strings = {MySqlDatabase.MYSQL, MySqlDatabase.MARIADB, PgBouncerDatabase.PROGRAM})
    void theSuiteRunsOnThisDatabaseToo(String program) {
        if (Programs.find(program).isEmpty()) {
            Assumptions.abort("this machine has no " + program + ", and " + Programs.VARIABLE
                    + " names none: the store suite has not run on it");
        }
        assertThat(Programs.find(program)).isPresent();
    }
}
