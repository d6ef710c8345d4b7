package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A row that is read, incremented and written in a transaction, under a lock that is held until that is over. */
@Timeout(1800)
class TransactionIT {
    private static final List<String> OF_SPRING =
            List.of("REQUIRED", "REQUIRES_NEW", "NESTED", "TEMPLATE", "OUTER", "ROLLBACK", "TIMEOUT");

    private static List<String> ofSpring(LedgerAccess access) {
        return OF_SPRING.stream()
                .filter(form -> access.hasSavepoints() || !form.equals("NESTED"))
                .toList();
    }

    private LedgerDatabase database;

    @BeforeEach
    void startTheDatabase() throws Exception {
        database = LedgerDatabase.start();
    }

    @AfterEach
    void endTheDatabase() throws Exception {
        database.close();
    }

    @Test
    void noneOf3200IncrementsIsLostWhereTheLockIsHeldUntilTheCommitAndSomeAreWhereItEndsWithTheMethod()
            throws Exception {
        LedgerCount count = LedgerCount.in(database, LedgerAccess.JDBC)
                .account("REQUIRED/work", 200)
                .account("REQUIRED/return", 200)
                .account("UNIT/work", 25)
                .account("UNIT/return", 25);
        OF_SPRING.stream().skip(1).forEach(form -> count.account(form + "/work", 8));

        judge("JDBC, READ COMMITTED", count.run(Jvms.running()));
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
        LedgerCount count = LedgerCount.in(database, access).options("-Dledger.isolation=" + isolation);
        for (String form : ofSpring(access)) {
            count.account(form + "/work", 200).account(form + "/return", 200);
        }

        judge(access + ", " + isolation, count.run(Jvms.running()));
    }

    static Stream<Arguments> everyAccessAndJvm() {
        return Stream.of(LedgerAccess.values())
                .flatMap(access -> Jvms.usual().stream().map(jvm -> Arguments.of(access, jvm)));
    }

    @Tag("whole")
    @ParameterizedTest
    @MethodSource("everyAccessAndJvm")
    void itIsSoOnEveryJvm(LedgerAccess access, Jvm jvm) throws Exception {
        LedgerCount count = LedgerCount.in(database, access);
        ofSpring(access).forEach(form -> count.account(form + "/work", 24));

        judge(access + ", " + jvm, count.run(jvm));
    }

    private static void judge(String what, Map<String, LedgerCount.Sum> sums) {
        sums.forEach((account, sum) -> System.out.println("==== " + what + ", " + account + ": " + sum));
        sums.forEach((account, sum) -> {
            String story = what + ", " + account + ": " + sum + "\n" + sum.said();
            if (account.endsWith("/return")) {
                // Where the database refuses a write upon a row that has changed, the call fails instead.
                assertThat(what.contains("REPEATABLE_READ") ? sum.failed() : sum.lost())
                        .as(story)
                        .isPositive();
                return;
            }
            assertThat(sum.lost()).as(story).isZero();
            assertThat(sum.refused()).as(story).isEqualTo(account.startsWith("ROLLBACK") ? sum.calls() / 4 : 0);
            assertThat(sum.failed()).as(story).isEqualTo(account.startsWith("TIMEOUT") ? 2 : 0);
        });
    }
}
