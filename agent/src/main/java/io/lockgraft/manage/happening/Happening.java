package io.lockgraft.manage.happening;

import io.lockgraft.bootstrap.LogLine;
import java.util.LinkedHashMap;
import java.util.Map;

/** One thing that happened, or several alike within a minute. Immutable. */
public final class Happening {
    /** What has happened. */
    public enum Kind {
        RULES("rules in force"),
        RULES_WRITTEN("rules file written"),
        STORE_DOWN("store down"),
        STORE_UP("store up"),
        LOST("lost"),
        REFUSED("refused"),
        EXCEEDED("exceeded"),
        LONG_HOLD("long hold");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    private final Kind kind;
    private final long millis;
    private final String subject;
    private final String about;
    private final String text;
    private final int more;

    /**
     * @param subject name of the rule or of the store; things of one kind and subject are alike
     * @param about the key, or what else a short form names; may be empty
     * @param text one sentence, without a secret
     */
    Happening(Kind kind, long millis, String subject, String about, String text) {
        this(kind, millis, subject, about, text, 0);
    }

    private Happening(Kind kind, long millis, String subject, String about, String text, int more) {
        this.kind = kind;
        this.millis = millis;
        this.subject = subject;
        this.about = about;
        this.text = text;
        this.more = more;
    }

    /** True if one entry does for both. What a store does is told each time: its last word counts. */
    boolean isLike(Happening other) {
        return !isOfStore() && kind == other.kind && subject.equals(other.subject);
    }

    /** The same with one more that is like it. */
    Happening andOneMore() {
        return new Happening(kind, millis, subject, about, text, more + 1);
    }

    public Kind kind() {
        return kind;
    }

    /** When the first of them happened. */
    public long millis() {
        return millis;
    }

    public String subject() {
        return subject;
    }

    public String about() {
        return about;
    }

    /** {@code lost shop:PAY:42}, {@code fast down}. */
    public String told() {
        if (isOfStore()) {
            return (about.isEmpty() ? "store" : about) + (kind == Kind.STORE_DOWN ? " down" : " up");
        }
        String what = kind.word() + (about.isEmpty() ? "" : " " + about);
        return more == 0 ? what : what + " and " + more + " more";
    }

    /** The whole sentence. */
    public String text() {
        return more == 0 ? text : text + " Within a minute " + more + " more were like it.";
    }

    public Map<String, Object> asJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("time", LogLine.time(millis));
        json.put("what", kind.word());
        json.put(isOfStore() ? "store" : isOfFile() ? "file" : "rule", subject);
        json.put("about", about);
        json.put("text", text);
        json.put("more", more);
        return json;
    }

    private boolean isOfFile() {
        return kind == Kind.RULES || kind == Kind.RULES_WRITTEN;
    }

    private boolean isOfStore() {
        return kind == Kind.STORE_DOWN || kind == Kind.STORE_UP;
    }
}
