package io.lockgraft.store.redis.config;

import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.text.Listing;
import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What single values of a Redisson file may look like: as generous as what reads them. */
final class Values {
    private static final String[] SCHEMES = {
        "redis://", "rediss://", "valkey://", "valkeys://", "redis+uds://", "valkey+uds://"
    };

    private static final List<String> FLAGS = Arrays.asList("true", "false", "yes", "no", "on", "off");

    private Values() {}

    /**
     * What is wrong with a value, or null. Keeps the passwords in it out of the log, and shows nothing of it.
     *
     * @param words those of {@link KnownSetting.Kind#WORD}
     */
    static String mistake(KnownSetting.Kind kind, List<String> words, String value) {
        switch (kind) {
            case SECRET:
                Secrets.add(value);
                return null;
            case ADDRESS:
            case ADDRESSES:
                addPassword(value);
                return isAddress(value)
                        ? null
                        : "this is no address; write redis://host:6379, or rediss:// for TLS, with the port";
            case WHOLE:
                return isWhole(value) ? null : "a whole number is expected";
            case FLAG:
                return FLAGS.contains(value.toLowerCase(Locale.ROOT)) ? null : "true or false is expected";
            case WORD:
                return words.contains(value) ? null : "it is " + Listing.all(words, " or ");
            case LOCATION:
                return isLocation(value) ? null : "a URL is expected, as file:/etc/redis/trust.p12";
            default:
                return null;
        }
    }

    /** As YAML 1.1 writes whole numbers: with _ between digits, binary, octal, hexadecimal, and as a time. */
    private static boolean isWhole(String text) {
        String digits = text.replace("_", "");
        if (digits.startsWith("-") || digits.startsWith("+")) {
            digits = digits.substring(1);
        }
        if (digits.startsWith("0x")) {
            return isMadeOf("0123456789abcdefABCDEF", digits.substring(2));
        }
        if (digits.startsWith("0b")) {
            return isMadeOf("01", digits.substring(2));
        }
        return isMadeOf("0123456789:", digits) && Character.isDigit(digits.charAt(0));
    }

    private static boolean isMadeOf(String characters, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (characters.indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Whether it begins with a scheme; a drive letter is none. */
    private static boolean isLocation(String text) {
        int colon = text.indexOf(':');
        for (int i = 0; i < colon; i++) {
            if (!Character.isLetterOrDigit(text.charAt(i)) && "+-.".indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return colon > 1;
    }

    private static boolean isAddress(String text) {
        for (String scheme : SCHEMES) {
            if (text.startsWith(scheme)) {
                String rest = text.substring(scheme.length());
                return !rest.isEmpty() && (scheme.contains("uds") || rest.indexOf(':') > 0 && !rest.endsWith(":"));
            }
        }
        return false;
    }

    /** Keeps the password that an address carries, {@code redis://user:password@host:6379}, out of the log. */
    private static void addPassword(String address) {
        int begin = address.indexOf("://") + 3;
        int end = address.lastIndexOf('@');
        if (begin >= 3 && end > begin) {
            String user = address.substring(begin, end);
            String password = user.substring(user.indexOf(':') + 1);
            Secrets.add(password);
            try {
                Secrets.add(URLDecoder.decode(password, "UTF-8"));
            } catch (IllegalArgumentException | UnsupportedEncodingException e) {
                // Then it is what is written.
            }
        }
    }
}
