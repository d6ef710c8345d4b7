package io.lockgraft.store.redis.settings;

import io.lockgraft.spi.settings.Value;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The address of a server: {@code redis://host:6379}, or {@code rediss://} for TLS. */
final class RedisAddress {
    private static final String FORM = "; write redis://host:6379, or rediss:// for TLS";

    /** Scheme, host, port with its colon, path with its slash. An IPv6 host has its colons in brackets. */
    private static final Pattern PARTS = Pattern.compile("(rediss?://)([^/]*?)(:[^:/\\]]*)?(/.*)?", Pattern.DOTALL);

    private static final Pattern HOST = Pattern.compile("[\\p{L}\\p{Nd}._-]+|\\[[\\p{L}\\p{Nd}._:%-]+]");
    private static final Pattern PORT = Pattern.compile(":[0-9]{1,5}");

    private RedisAddress() {}

    /** What is wrong with it, or null. Shows nothing of an address that may carry a password. */
    static String mistake(Value value) {
        Matcher parts = PARTS.matcher(value.text());
        if (value.text().indexOf('@') >= 0) {
            return "carries a user or a password; write them as 'username' and 'password'";
        }
        if (!parts.matches()) {
            return value.shown() + " is no address" + FORM;
        }
        if (value.text().indexOf(',') >= 0) {
            return value.shown() + " names several servers; write each of them in a list of its own, under 'sentinel',"
                    + " 'cluster', 'replicated' or 'quorum'";
        }
        if (parts.group(4) != null && !parts.group(4).equals("/")) {
            return value.shown() + " has a path; write the number of the database as 'database'";
        }
        if (parts.group(2).isEmpty()) {
            return value.shown() + " has no host" + FORM;
        }
        if (!HOST.matcher(parts.group(2)).matches()) {
            return value.shown() + " is no address" + FORM;
        }
        return isPort(parts.group(3)) ? null : value.shown() + " has a port that is none" + FORM;
    }

    /** @param port null where there is none, which is fine */
    private static boolean isPort(String port) {
        if (port == null || !PORT.matcher(port).matches()) {
            return port == null;
        }
        int number = Integer.parseInt(port.substring(1));
        return number > 0 && number < 65_536;
    }

    /** With its port, and without a slash at the end. */
    static String whole(String address) {
        Matcher parts = PARTS.matcher(address);
        boolean hasPort = parts.matches() && parts.group(3) != null;
        return parts.group(1) + parts.group(2) + (hasPort ? parts.group(3) : ":6379");
    }

    static boolean isTls(String address) {
        return address.startsWith("rediss://");
    }
}
