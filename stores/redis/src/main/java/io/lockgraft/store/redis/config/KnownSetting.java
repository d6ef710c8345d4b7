package io.lockgraft.store.redis.config;

import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.text.Listing;
import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.events.Event;

/** What the value of a Redisson file's setting may be. It is as generous as what reads the value. */
final class KnownSetting {
    private static final Pattern ADDRESS =
            Pattern.compile("(rediss?|valkeys?)://[^:].*:.*[^:]|(redis|valkey)\\+uds://.+", Pattern.DOTALL);

    /** The part of an address up to its host; the group is the password, which may stand without a user. */
    private static final Pattern USER = Pattern.compile("://(?:[^:]*:)?(.*)@", Pattern.DOTALL);

    /** As YAML 1.1 writes it, without the _ between digits: binary, octal, hexadecimal, and as a time. */
    private static final Pattern WHOLE = Pattern.compile("[-+]?(0x[0-9a-fA-F]+|0b[01]+|[0-9][0-9:]*)");

    private static final Pattern FLAG = Pattern.compile("(?i)true|false|yes|no|on|off");

    /** With a scheme; a drive letter is none. */
    private static final Pattern LOCATION = Pattern.compile("[\\p{L}\\p{Nd}+.-]{2,}:.*", Pattern.DOTALL);

    /** What a value may be. */
    enum Kind {
        TEXT,
        /** A text that no line of the log may show. */
        SECRET,
        /** A server's address. */
        ADDRESS,
        /** A whole number. */
        WHOLE,
        FLAG,
        /** One of a few words. */
        WORD,
        /** A URL. */
        LOCATION,
        LIST(Event.ID.SequenceStart, "a list is expected, as [one, two]"),
        /** A list of servers' addresses. */
        ADDRESSES(Event.ID.SequenceStart, "a list of addresses is expected, as [\"redis://one:6379\"]"),
        MAPPING(Event.ID.MappingStart, "a mapping is expected"),
        /** A class that is named by a tag, and its settings: a value of any form. */
        OBJECT,
        /** Settings of their own. */
        SECTION(Event.ID.MappingStart, "settings of its own are expected below it");

        /** How a value begins. */
        final Event.ID form;

        /** For a value of another form. */
        final String expected;

        Kind() {
            this(Event.ID.Scalar, "a single value is expected; a text that begins with [ or { needs quotes");
        }

        Kind(Event.ID form, String expected) {
            this.form = form;
            this.expected = expected;
        }
    }

    final Kind kind;
    final String name;

    /** Those of {@link Kind#WORD}. */
    final List<String> words;

    KnownSetting(Kind kind, String name, List<String> words) {
        this.kind = kind;
        this.name = name;
        this.words = words;
    }

    /** What is wrong with a single value, or null. Keeps passwords in it out of the log, and shows nothing of it. */
    String mistake(String value) {
        switch (kind) {
            case SECRET:
                Secrets.add(value);
                return null;
            case ADDRESS:
            case ADDRESSES:
                addPassword(value);
                return unless(
                        ADDRESS.matcher(value).matches(),
                        "this is no address; write redis://host:6379, or rediss:// for TLS, with the port");
            case WHOLE:
                return unless(WHOLE.matcher(value.replace("_", "")).matches(), "a whole number is expected");
            case FLAG:
                return unless(FLAG.matcher(value).matches(), "true or false is expected");
            case WORD:
                return unless(words.contains(value), "it is " + Listing.all(words, " or "));
            case LOCATION:
                return unless(LOCATION.matcher(value).matches(), "a URL is expected, as file:/etc/redis/trust.p12");
            default:
                return null;
        }
    }

    private static String unless(boolean fits, String mistake) {
        return fits ? null : mistake;
    }

    /** Keeps the password that an address carries, {@code redis://user:password@host:6379}, out of the log. */
    private static void addPassword(String address) {
        Matcher user = USER.matcher(address);
        if (user.find()) {
            String password = user.group(1);
            Secrets.add(password);
            try {
                Secrets.add(URLDecoder.decode(password, "UTF-8"));
            } catch (IllegalArgumentException | UnsupportedEncodingException e) {
                // Then it is what is written.
            }
        }
    }
}
