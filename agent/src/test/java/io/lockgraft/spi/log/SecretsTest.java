package io.lockgraft.spi.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SecretsTest {
    @AfterEach
    void stopListening() {
        Log.to(System.err);
        // Other tests of this JVM write messages, too.
        for (String each : new String[] {"x", "hunter2", "pepper-4711", "pepper-4711-salt"}) {
            Secrets.forget(each);
        }
    }

    @Test
    void aLongOneIsMaskedWhereverItStandsAndTheLongestFirst() {
        Secrets.add("pepper-4711");
        Secrets.add("pepper-4711-salt");

        assertThat(Secrets.mask("ACC:42pepper-4711a, ACC:pepper-4711-salt42")).isEqualTo("ACC:42***a, ACC:***42");
    }

    @Test
    void aShortPasswordIsNotToldByTheWordsThatMissIt() {
        Secrets.add("x");

        assertThat(Secrets.mask("Exception: AUTH x, =x;x")).isEqualTo("Exception: AUTH ***, =***;***");
    }

    @Test
    void aPasswordNeverReachesTheLog() {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        Log.to(new PrintStream(written, true));
        Secrets.add("hunter2");

        Log.warn("cannot log in with hunter2", new IllegalStateException("rediss://me:other@host:1, hunter2"));
        Secrets.addForm(Pattern.compile("(\\(LOGIN\\): )\\S+"));
        Log.warn("Channel is closed, command: (LOGIN): third");

        assertThat(written.toString())
                .contains("cannot log in with ***")
                .contains("rediss://***@host:1, ***")
                .contains("(LOGIN): ***");
    }
}
