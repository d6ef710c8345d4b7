package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The real jar, with its locks in a table of a database; the driver is the application's, or lies in a jar beside. */
class JdbcIT extends StoreInJar {
    private static final String DRIVER = "postgresql-";

    private static EmbeddedPostgres postgres;
    private static String url;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        postgres = LedgerDatabase.startPostgreSql();
        url = postgres.getJdbcUrl("postgres", "postgres");
    }

    @AfterAll
    static void stop() throws Exception {
        postgres.close();
    }

    @Override
    String store() {
        return "jdbc: {url: '" + url + "', createTable: true}";
    }

    @Override
    String told() {
        return url.substring(0, url.indexOf('?')) + ", table lockgraft";
    }

    @Override
    String storeOfShortLeases() {
        return store();
    }

    /** Its lease. */
    @Override
    Duration freed() {
        return Duration.ofSeconds(4);
    }

    /** The driver is among the application's classes. */
    @Override
    AppProcess.Builder prepare(AppProcess.Builder app) {
        return app.withLibraries(Libraries.path(DRIVER));
    }

    @Override
    String shownLease() {
        return "[0-9.]+ s left";
    }

    @Override
    String[] commandOptions() {
        return new String[] {"--classpath", Libraries.path(DRIVER)};
    }

    @Override
    Collection<String> left() throws Exception {
        List<String> left = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select name from lockgraft where queue <> '-'"
                        + " or ends > (extract(epoch from clock_timestamp()) * 1000000)::bigint")) {
            while (rows.next()) {
                left.add(rows.getString(1));
            }
        }
        return left;
    }

    private static void update(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private static String byPath(String driver, String settings) {
        return "jdbc: {" + settings + ", createTable: true, driver: '" + Libraries.path(driver) + "'}";
    }

    @Test
    void jvmsShareAServerOfH2WhoseDriverLiesBesideTheApplication() throws Exception {
        try (AppProcess server = StoreExample.server()) {
            String h2 = StoreExample.url(server) + ";USER=sa;PASSWORD=";

            assertThat(count(Jvms.running(), byPath("h2-", "url: '" + h2 + "'")))
                    .allSatisfy(log -> assertThat(log).contains("lock server jdbc:h2:tcp:"));
        }
    }

    /** On Java 8 the DriverManager looks for drivers once, when the first one is loaded. */
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    @FailsWithout("`Drivers#make` sets the application's class loader while a driver is made")
    void theApplicationSeesNoDriverButItsOwnAndNoneOfItsOwnIsMissing(Jvm jvm) throws Exception {
        try (WitnessServer witness = new WitnessServer();
                AppProcess app = AppProcess.of(jvm, "HiddenApp", "A", "org.postgresql.Driver")
                        .withLibraries(Libraries.path("mariadb-java-client-"))
                        .rules(rules(byPath(DRIVER, "url: '" + url + "'"), "20s"))
                        .witness(witness)
                        .start()) {
            app.succeeds(Duration.ofMinutes(1));

            assertThat(Complaints.in(app.errors())).noneMatch(line -> line.contains("not connected"));
            assertThat(app.output())
                    .noneMatch(line -> line.startsWith("visible"))
                    .filteredOn(line -> line.startsWith("driver"))
                    .containsExactly("driver org.mariadb.jdbc.Driver");
            assertThat(witness.of("A").calls()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    @FailsWithout("`OpenContext#loadBy` asks the loaders of all classes that are loaded")
    void theDriverInASpringBootJarIsFoundBeforeTheApplicationItselfHasLoadedIt(Jvm jvm) throws Exception {
        try (AppProcess app = AppProcess.launch(jvm, "-jar", bootJar().toString())
                .options("-Ddatabase=" + url)
                .rules("""
                        namespace: it
                        %s
                        rules: [{method: com.example.bootjdbc.Payments.pay(String), key: 'K:{p0}'}]
                        """.formatted(store()))
                .start()) {
            app.succeeds(Duration.ofMinutes(2));

            assertThat(app.output()).as(app::toString).containsExactly("A locked");
            assertThat(Complaints.in(app.errors())).noneMatch(line -> line.contains("[lockgraft]"));
        }
    }

    private Path bootJar() throws Exception {
        List<Path> libraries = new ArrayList<>(BootJar.spring());
        libraries.addAll(Libraries.jars(DRIVER));
        String path = "";
        for (Path library : libraries) {
            path += library + File.pathSeparator;
        }
        Path classes = Sources.compile(
                Jvms.running(), "bootjdbc", folder.resolve("boot"), List.of("--release", "8", "-g", "-cp", path));
        return BootJar.pack(folder, "com.example.bootjdbc.BootMain", classes, libraries);
    }

    @Test
    void aTableThatDoesNotFitIsToldWithItsCure() throws Exception {
        update("create table of_another (name varchar(600) primary key, price int)");
        isRefused(
                "jdbc: {url: '" + url + "', table: of_another}",
                DRIVER,
                "the table of_another is not one of Lockgraft's; name another in jdbc: table:, or make it by"
                        + " CREATE TABLE of_another (");
    }

    @Test
    void aDriverThatIsNowhereIsToldWithItsCure() throws Exception {
        isRefused(
                store(),
                "mariadb-java-client-",
                "the driver org.postgresql.Driver is not among the application's classes; name its jar in jdbc: driver:"
                        + " lib/driver.jar, or its class");
    }

    /** A call that may wait for a minute ends before. */
    private static void isRefused(String store, String libraries, String message) throws Exception {
        try (WitnessServer witness = new WitnessServer();
                StageProcess stage = StageProcess.start(AppProcess.of(Jvms.running(), "Stage")
                        .withLibraries(Libraries.path(libraries))
                        .rules(rules(store, "20s"))
                        .witness(witness))) {
            StageProcess.Call call = stage.call("Desk.hold", "A");
            StageProcess.End end = call.awaitEnd();

            assertThat(call.bodyRan()).isFalse();
            assertThat(end.thrown()).isEqualTo("io.lockgraft.api.LockUnavailableException");
            assertThat(end.message()).contains(message);
        }
    }
}
