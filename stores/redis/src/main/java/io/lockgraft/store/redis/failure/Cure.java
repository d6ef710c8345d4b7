package io.lockgraft.store.redis.failure;

import io.lockgraft.spi.Answer;
import java.util.regex.Pattern;

/** What to do about what a server, or a handshake with it, says. */
public final class Cure {
    private static final String[][] CURES = {
        {"WRONGPASS|NOAUTH|without any password", "correct redis.username and redis.password"},
        {"NOPERM|can't run this command|No permissions", "give this user the rights of docs/stores/redis.md"},
        {
            "(?i)certificat|PKIX|handshake|\\bSSL|\\bTLS",
            "look at the certificates in redis.tls, and whether the address says rediss:// where its port speaks TLS"
        }
    };

    private Cure() {}

    /** The same with its cure, where there is one. */
    public static Throwable told(Throwable failed) {
        String said = String.valueOf(failed.getMessage());
        for (String[] each : CURES) {
            if (Pattern.compile(each[0]).matcher(said).find()) {
                return new Answer.Refusal(said + "; " + each[1], failed);
            }
        }
        return failed;
    }
}
