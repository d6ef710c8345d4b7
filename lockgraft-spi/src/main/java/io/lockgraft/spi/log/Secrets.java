package io.lockgraft.spi.log;

import io.lockgraft.spi.text.Printable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/**
 * What no line of the log and no message may hold: the passwords and the contents of secret files that the agent was
 * told, and what looks like one in a library's message.
 */
public final class Secrets {
    private static final String MASK = "***";
    /** From so many characters on a secret is masked inside of words, too: a key joins it to what stands beside it. */
    private static final int LONG = 8;
    /** A shorter one is a word like others, without which a message cannot be read; in the log it is masked. */
    private static final int SHORT = 4;

    private static final List<String> KNOWN = new CopyOnWriteArrayList<>();
    private static final CopyOnWriteArrayList<Pattern> FORMS = new CopyOnWriteArrayList<>();

    private Secrets() {}

    /** Keeps this text out of the log and of messages from now on; also as a key in a message shows it. */
    public static void add(String secret) {
        addOne(secret);
        addOne(Printable.of(secret));
    }

    /**
     * Keeps out of the log what matches this pattern, but for its first group: {@code (login=)\\S+}. For a store whose
     * library writes secrets that the agent was not told.
     */
    public static void addForm(Pattern form) {
        FORMS.addIfAbsent(form);
    }

    private static synchronized void addOne(String secret) {
        if (secret != null && !secret.isEmpty() && !KNOWN.contains(secret)) {
            int at = 0;
            // The longest first: one that is a part of another would leave the rest of that to be read.
            while (at < KNOWN.size() && KNOWN.get(at).length() >= secret.length()) {
                at++;
            }
            KNOWN.add(at, secret);
        }
    }

    static void forget(String secret) {
        KNOWN.remove(secret);
        KNOWN.remove(Printable.of(secret));
    }

    /** The text with *** for each secret that was added and is not very short; null for null. */
    public static String maskKnown(String text) {
        return mask(text, SHORT);
    }

    private static String mask(String text, int shortest) {
        String masked = text;
        if (masked != null) {
            for (String secret : KNOWN) {
                masked = secret.length() < shortest ? masked : mask(masked, secret);
            }
        }
        return masked;
    }

    /** For the log: the same, the short ones too, and without what stands in addresses. */
    public static String mask(String text) {
        String masked = mask(text, 1);
        if (masked.indexOf('@') >= 0 && masked.contains("://")) {
            masked = Forms.USER_INFO.matcher(masked).replaceAll("$1" + MASK + "@");
        }
        for (Pattern form : FORMS) {
            masked = form.matcher(masked).replaceAll("$1" + MASK);
        }
        return masked;
    }

    /** A short one as a whole word only: a password of one letter would else be known from the words that miss it. */
    private static String mask(String text, String secret) {
        boolean anywhere = secret.length() >= LONG;
        StringBuilder masked = null;
        int done = 0;
        for (int at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
            int end = at + secret.length();
            if (at >= done && (anywhere || !isInWord(text, at - 1, at) && !isInWord(text, end - 1, end))) {
                masked = masked == null ? new StringBuilder() : masked;
                masked.append(text, done, at).append(MASK);
                done = end;
            }
        }
        return masked == null ? text : masked.append(text, done, text.length()).toString();
    }

    private static boolean isInWord(String text, int left, int right) {
        return left >= 0
                && right < text.length()
                && Character.isLetterOrDigit(text.charAt(left))
                && Character.isLetterOrDigit(text.charAt(right));
    }

    /** Apart, so that start-up compiles no pattern. */
    private static final class Forms {
        private static final Pattern USER_INFO = Pattern.compile("(://)[^/@\\s]*@");
    }
}
