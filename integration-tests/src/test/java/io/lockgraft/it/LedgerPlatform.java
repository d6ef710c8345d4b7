package io.lockgraft.it;

import io.lockgraft.testing.Whole;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What com.example.ledger runs on: a JVM, a Spring, and its way to the database. */
record LedgerPlatform(Jvm jvm, LedgerSpring spring, LedgerAccess access) {
    private static final List<String> LIBRARIES = List.of("HikariCP-", "slf4j-api-");

    /** By this access, on the Spring that it is compiled against and the running JVM. */
    static LedgerPlatform of(LedgerAccess access) {
        return new LedgerPlatform(Jvms.running(), LedgerSpring.V5_3, access);
    }

    /** By JDBC on the running JVM; in the whole suite each access on each JVM, and each Spring. */
    static Stream<LedgerPlatform> usual() {
        Stream<LedgerPlatform> accesses = Stream.of(LedgerAccess.values())
                .flatMap(
                        access -> Jvms.usual().stream().map(jvm -> new LedgerPlatform(jvm, LedgerSpring.V5_3, access)));
        return Whole.isWanted() ? Stream.concat(accesses, springs().skip(1)) : springs();
    }

    /** By JDBC on the running JVM; in the whole suite with each Spring. */
    static Stream<LedgerPlatform> springs() {
        return Stream.of(LedgerSpring.values())
                .limit(Whole.isWanted() ? Long.MAX_VALUE : 1)
                .map(spring -> new LedgerPlatform(spring.jvm(), spring, LedgerAccess.JDBC));
    }

    /** The application, or another main class, on the way to this database. */
    AppProcess.Builder of(LedgerDatabase database, String main, String... arguments) {
        List<String> libraries = new ArrayList<>(LIBRARIES);
        libraries.add(database.driver());
        libraries.addAll(access.libraries());
        AppProcess.Builder app = AppProcess.of(jvm, main, arguments)
                .withLibraries(Libraries.path(libraries.toArray(new String[0])) + File.pathSeparator + spring.path())
                .options(
                        "-Dledger.url=" + database.url(),
                        "-Dledger.dialect=" + database.dialect(),
                        "-Dledger.access=" + access.config());
        spring.setUp(jvm, app);
        return app;
    }

    @Override
    public String toString() {
        return access + ", " + spring + ", " + jvm;
    }
}
