package io.lockgraft.it;

import static java.util.stream.Collectors.toList;

import java.util.List;
import java.util.regex.Pattern;

/** What a log complains of, but for what it tells of a server that a busy machine has made slow. */
final class Complaints {
    private static final Pattern ANY = Pattern.compile("WARN|ERROR");

    private static final Pattern OF_A_SLOW_SERVER = Pattern.compile("\\[lockgraft] WARN (\\[[^]]*] )?"
            + "(The lock client is not connected: "
            + "|\\S*PingConnectionHandler: Unable to send PING"
            + "|rule '[^']*': the lock server did not confirm )"
            + ".*(no answer in time|not answered|timed out|timeout)");

    private Complaints() {}

    /** The lines, in their order. */
    static List<String> in(String log) {
        return log.lines()
                .filter(ANY.asPredicate())
                .filter(OF_A_SLOW_SERVER.asPredicate().negate())
                .collect(toList());
    }
}
