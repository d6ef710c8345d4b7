package io.lockgraft.store.redis.settings;

import io.lockgraft.spi.settings.Value;

/** The address of a server: {@code redis://host:6379}, or {@code rediss://} for TLS. */
final class RedisAddress {
    private static final String FORM = "; write redis://host:6379, or rediss:// for TLS";

    private RedisAddress() {}

    /** What is wrong with it, or null. Shows nothing of an address that may carry a password. */
    static String mistake(Value value) {
        String text = value.text();
        int host = text.startsWith("redis://") ? 8 : text.startsWith("rediss://") ? 9 : -1;
        if (text.indexOf('@') >= 0) {
            return "carries a user or a password; write them as 'username' and 'password'";
        }
        if (host < 0) {
            return value.shown() + " is no address" + FORM;
        }
        int slash = text.indexOf('/', host);
        if (slash >= 0 && slash < text.length() - 1) {
            return value.shown() + " has a path; write the number of the database as 'database'";
        }
        String rest = text.substring(host, slash < 0 ? text.length() : slash);
        int colon = portColon(rest);
        if (colon == 0 || rest.isEmpty()) {
            return value.shown() + " has no host" + FORM;
        }
        if (!isHost(colon < 0 ? rest : rest.substring(0, colon))) {
            return value.shown() + " is no address" + FORM;
        }
        return colon < 0 || isPort(rest.substring(colon + 1))
                ? null
                : value.shown() + " has a port that is none" + FORM;
    }

    /** With its port, and without a slash at the end. */
    static String whole(String address) {
        String text = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
        return portColon(text.substring(text.indexOf("//") + 2)) < 0 ? text + ":6379" : text;
    }

    static boolean isTls(String address) {
        return address.startsWith("rediss://");
    }

    /** Where the colon in front of the port is; an IPv6 host has its colons in brackets. */
    private static int portColon(String hostAndPort) {
        int colon = hostAndPort.lastIndexOf(':');
        return colon > hostAndPort.lastIndexOf(']') ? colon : -1;
    }

    private static boolean isHost(String host) {
        boolean brackets = host.startsWith("[") && host.endsWith("]") && host.length() > 2;
        for (int i = brackets ? 1 : 0; i < host.length() - (brackets ? 1 : 0); i++) {
            char c = host.charAt(i);
            boolean fits = Character.isLetterOrDigit(c) || c == '.' || c == '-' || c == '_';
            if (!fits && !(brackets && (c == ':' || c == '%'))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPort(String port) {
        if (port.isEmpty() || port.length() > 5) {
            return false;
        }
        int number = 0;
        for (int i = 0; i < port.length(); i++) {
            char c = port.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
            number = number * 10 + c - '0';
        }
        return number > 0 && number < 65_536;
    }
}
