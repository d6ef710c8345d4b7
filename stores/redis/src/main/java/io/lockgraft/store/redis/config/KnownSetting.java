package io.lockgraft.store.redis.config;

import java.util.List;

/** A setting of a Redisson file: its name, and what its value may be. */
final class KnownSetting {
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
        LIST,
        /** A list of servers' addresses. */
        ADDRESSES,
        MAPPING,
        /** A class that is named by a tag, and its settings. */
        OBJECT,
        /** Settings of their own. */
        SECTION
    }

    private final String name;
    private final Kind kind;
    private final List<String> words;

    /** @param words those of {@link Kind#WORD} */
    KnownSetting(Kind kind, String name, List<String> words) {
        this.name = name;
        this.kind = kind;
        this.words = words;
    }

    String name() {
        return name;
    }

    Kind kind() {
        return kind;
    }

    /** Those of {@link Kind#WORD}. */
    List<String> words() {
        return words;
    }
}
