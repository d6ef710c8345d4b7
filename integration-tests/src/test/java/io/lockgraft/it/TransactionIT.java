package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A row that is read, incremented and written in a transaction, under a lock that is held until that is over. */
@Timeout(1800)
@Shows("Spring's `AbstractPlatformTransactionManager`")
class TransactionIT {
    private static final List<String> OF_SPRING =
            List.of("REQUIRED", "INTERFACE", "REQUIRES_NEW", "NESTED", "TEMPLATE", "OUTER", "ROLLBACK", "TIMEOUT");

    private static List<String> ofSpring(LedgerAccess access) {
        return OF_SPRING.stream()
                .filter(form -> access.hasSavepoints() || !form.equals("NESTED"))
                .toList();
    }

    @Test
    @Shows("a counter is read and written in one transaction, on PostgreSQL, from two JVMs")
    void noneOf3200IncrementsIsLostWhereTheLockIsHeldUntilTheCommitAndSomeAreWhereItEndsWithTheMethod()
            throws Exception {
        try (LedgerDatabase database = LedgerDatabase.start()) {
            LedgerCount count = LedgerCount.in(database, LedgerPlatform.of(LedgerAccess.JDBC))
                    .account("REQUIRED/work", 200)
                    .account("REQUIRED/return", 200)
                    .account("UNIT/work", 25)
                    .account("UNIT/return", 25);
            OF_SPRING.stream().skip(1).forEach(form -> count.account(form + "/work", 8));

            judge("JDBC, READ COMMITTED", count.run());
        }
    }

    static Stream<Arguments> everyAccessAndIsolation() {
        return Stream.of(LedgerAccess.values())
                .flatMap(access -> Stream.of("READ_COMMITTED", "REPEATABLE_READ")
                        .map(isolation -> Arguments.of(access, isolation)));
    }

    @Tag("whole")
    @ParameterizedTest
    @MethodSource("everyAccessAndIsolation")
    void noIncrementIsLostHoweverTheTransactionLiesAroundTheCall(LedgerAccess access, String isolation)
            throws Exception {
        try (LedgerDatabase database = LedgerDatabase.start()) {
            LedgerCount count =
                    LedgerCount.in(database, LedgerPlatform.of(access)).options("-Dledger.isolation=" + isolation);
            for (String form : ofSpring(access)) {
                count.account(form + "/work", 200).account(form + "/return", 200);
            }

            judge(access + ", " + isolation, count.run());
        }
    }

    @Test
    @Shows("a counter is read and written in one transaction, on MariaDB with its default isolation "
            + "(`REPEATABLE READ`), by JDBC, JPA and MyBatis")
    void noneIsLostOnMariaDbWithItsOwnIsolation() throws Exception {
        countOnMariaDb(LedgerAccess.JDBC, 25);
    }

    @Tag("whole")
    @ParameterizedTest
    @EnumSource
    @Shows("a counter is read and written in one transaction, on MariaDB with its default isolation "
            + "(`REPEATABLE READ`), by JDBC, JPA and MyBatis")
    void noneOf3200IsLostOnMariaDbWithItsOwnIsolation(LedgerAccess access) throws Exception {
        countOnMariaDb(access, 200);
    }

    private static void countOnMariaDb(LedgerAccess access, int calls) throws Exception {
        try (LedgerDatabase database = LedgerDatabase.startMariaDb()) {
            assertThat(database.isolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
            LedgerCount count = LedgerCount.in(database, LedgerPlatform.of(access))
                    .options("-Dledger.isolation=DEFAULT")
                    .account("REQUIRED/work", calls)
                    .account("REQUIRED/return", calls);
            ofSpring(access).stream().skip(1).forEach(form -> count.account(form + "/work", 8));

            judge("MariaDB, " + access, count.run());
        }
    }

    @Tag("whole")
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.LedgerPlatform#usual")
    @Shows("the same counter, with Spring 4.3, 5.3, 6.2 or 7.0, and with AspectJ in place of proxies")
    void itIsSoOnEveryJvmAndWithEverySpring(LedgerPlatform platform) throws Exception {
        try (LedgerDatabase database = LedgerDatabase.start()) {
            LedgerCount count = LedgerCount.in(database, platform);
            ofSpring(platform.access()).forEach(form -> count.account(form + "/work", 24));

            judge(platform.toString(), count.run());
        }
    }

    private static void judge(String what, Map<String, LedgerCount.Sum> sums) {
        sums.forEach((account, sum) -> System.out.println("==== " + what + ", " + account + ": " + sum));
        sums.forEach((account, sum) -> {
            String story = what + ", " + account + ": " + sum + "\n" + sum.said();
            if (account.endsWith("/return")) {
                // Where the database refuses a write upon a row that has changed, the call fails instead. MariaDB does
                // so
                // from 11.6 on.
                boolean refuses = what.contains("REPEATABLE_READ") || what.contains("MariaDB") && sum.failed() > 0;
                assertThat(refuses ? sum.failed() : sum.lost()).as(story).isPositive();
                return;
            }
            assertThat(sum.lost()).as(story).isZero();
            assertThat(sum.refused()).as(story).isEqualTo(account.startsWith("ROLLBACK") ? sum.calls() / 4 : 0);
            assertThat(sum.failed()).as(story).isEqualTo(account.startsWith("TIMEOUT") ? 2 : 0);
        });
    }
}
