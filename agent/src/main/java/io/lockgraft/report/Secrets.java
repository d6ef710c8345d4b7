package io.lockgraft.report;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** What no line of the log may hold: the passwords that the agent was told, and what looks like one in a library's message. */
public final class Secrets {
    private static final String MASK = "***";
    private static final List<String> KNOWN = new CopyOnWriteArrayList<>();

    private Secrets() {}

    /** Keeps this text out of the log from now on. */
    public static void add(String secret) {
        if (secret != null && !secret.isEmpty() && !KNOWN.contains(secret)) {
            KNOWN.add(secret);
        }
    }

    static String mask(String text) {
        String masked = text;
        for (String secret : KNOWN) {
            masked = masked.replace(secret, MASK);
        }
        if (masked.indexOf('@') >= 0 && masked.contains("://")) {
            masked = Forms.USER_INFO.matcher(masked).replaceAll("$1" + MASK + "@");
        }
        if (masked.contains("(AUTH)") || masked.contains("(HELLO)")) {
            masked = Forms.AUTH.matcher(masked).replaceAll("$1" + MASK);
        }
        return masked;
    }

    /** Apart, so that start-up compiles no pattern. */
    private static final class Forms {
        private static final Pattern USER_INFO = Pattern.compile("(://)[^/@\\s]*@");
        private static final Pattern AUTH = Pattern.compile("(\\((?:AUTH|HELLO)\\)[^\\[]{0,40}\\[)[^\\]]*");
    }
}
