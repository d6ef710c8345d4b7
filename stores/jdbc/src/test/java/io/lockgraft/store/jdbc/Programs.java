package io.lockgraft.store.jdbc;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Servers of this machine, and those that {@value #VARIABLE} names. */
final class Programs {
    static final String VARIABLE = "LOCKGRAFT_TEST_DATABASES";

    private static final String MARIADB = "mariadb";

    private Programs() {}

    /** One that the variable names, or of this machine. */
    static Optional<Path> find(String program) {
        String named = System.getenv(VARIABLE);
        Stream<Path> given = Stream.of(named == null ? new String[0] : named.split(File.pathSeparator))
                .map(Path::of);
        Stream<Path> installed = Stream.of((System.getenv("PATH") + ":/usr/sbin:/usr/local/sbin").split(":"))
                .map(each -> Path.of(each, program));
        return Stream.concat(given.filter(each -> each.endsWith(program)), installed)
                .filter(Files::isExecutable)
                .filter(each -> program.startsWith(MARIADB) || !isMariaDb(each))
                .findFirst();
    }

    /** Also where it has MySQL's name, as a link that MariaDB brings. */
    private static boolean isMariaDb(Path program) {
        try {
            return program.toRealPath().getFileName().toString().startsWith(MARIADB);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same for a test that is skipped where there is none. */
    static Path need(String program) {
        Optional<Path> found = find(program);
        assumeThat(found).as("OtherDatabasesTest says so in the summary").isPresent();
        return found.get();
    }
}
