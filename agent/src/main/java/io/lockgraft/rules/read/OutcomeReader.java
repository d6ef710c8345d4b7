package io.lockgraft.rules.read;

import io.lockgraft.language.expression.Template;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.yaml.Mapping;
import io.lockgraft.rules.yaml.Node;
import io.lockgraft.rules.yaml.PlainValue;
import io.lockgraft.rules.yaml.Scalar;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.rules.yaml.Sequence;
import io.lockgraft.rules.yaml.Tables;
import io.lockgraft.spi.settings.Value;
import io.lockgraft.spi.text.Durations;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.text.SyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads an outcome: {@code onBusy}, {@code onUnavailable} or {@code onMissingKey}. */
final class OutcomeReader {
    private static final String[] FORMS = {
        "throw",
        "skip",
        "proceed",
        "{throw: Class, message: text}",
        "{return: value}",
        "{call: method}",
        "{retry: {times: 3}, then: throw}"
    };
    private static final String[] KINDS = {"throw", "return", "call", "retry"};
    private static final String IDENTIFIER = "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*";
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LONGEST_BACKOFF = Duration.ofHours(1);

    private final Section owner;
    private final String name;

    OutcomeReader(Section owner, String name) {
        this.owner = owner;
        this.name = name;
    }

    /** Reads the outcome. Returns null if it is absent or has a mistake, which is then reported. */
    Outcome read() {
        Node node = owner.mapping().get(name);
        if (node instanceof Mapping) {
            return mapping(owner.section(name, Tables.OUTCOME));
        }
        if (node instanceof Sequence) {
            owner.wrongKind(name, node, "one outcome (" + forms() + ")");
            return null;
        }
        Value value = owner.value(name);
        return value == null ? null : word(value);
    }

    private Outcome word(Value value) {
        switch (value.text()) {
            case "throw":
                return Outcome.THROW;
            case "skip":
                return Outcome.SKIP;
            case "proceed":
                return Outcome.PROCEED;
            case "local":
                return local(value);
            case "return":
                return incomplete(value, "a value; write {return: 0}");
            case "call":
                return incomplete(value, "a method; write {call: payBusy}");
            case "retry":
                return incomplete(value, "a number; write {retry: {times: 3}, then: throw}");
            default:
                owner.unknownWord(name, value, words());
                return null;
        }
    }

    private boolean mayBeLocal() {
        return name.equals("onUnavailable");
    }

    private String[] words() {
        List<String> words = new ArrayList<>(Arrays.asList(FORMS));
        if (mayBeLocal()) {
            words.add(words.indexOf("proceed") + 1, "local");
        }
        return words.toArray(new String[0]);
    }

    private Outcome local(Value word) {
        if (mayBeLocal()) {
            return Outcome.LOCAL;
        }
        owner.problem(name, word.position(), "'local' goes with onUnavailable only");
        return null;
    }

    private Outcome incomplete(Value word, String needed) {
        owner.problem(name, word.position(), '\'' + word.text() + "' needs " + needed);
        return null;
    }

    private Outcome mapping(Section outcome) {
        String kind = kind(outcome);
        if (kind == null) {
            return null;
        }
        companion(outcome, "message", "throw", kind);
        companion(outcome, "then", "retry", kind);
        switch (kind) {
            case "throw":
                return throwOwn(outcome);
            case "return":
                return returning(outcome);
            case "call":
                return call(outcome);
            default:
                return retry(outcome);
        }
    }

    private static String kind(Section outcome) {
        String kind = null;
        for (String one : KINDS) {
            if (outcome.has(one) && kind != null) {
                outcome.problem("'" + kind + "' and '" + one + "' are two outcomes; write one");
                return null;
            }
            kind = outcome.has(one) ? one : kind;
        }
        if (kind == null && !outcome.isMeant(KINDS)) {
            outcome.problem("says no outcome; write " + forms());
        }
        return kind;
    }

    private static String forms() {
        return Listing.all(Arrays.asList(FORMS), " or ");
    }

    private static void companion(Section outcome, String name, String of, String kind) {
        if (outcome.has(name) && !kind.equals(of)) {
            outcome.problem(outcome.namePosition(name), "'" + name + "' goes with '" + of + "' only");
        }
    }

    private static Outcome throwOwn(Section outcome) {
        String why = " is no class name; write it in full, as in com.shop.BusyException";
        String type = identifier(outcome, "throw", IDENTIFIER + "(\\." + IDENTIFIER + ")*", why);
        Value text = outcome.value("message");
        Template message = text == null ? null : message(outcome, text);
        return type == null ? null : new Outcome.ThrowOwn(type, message);
    }

    private static Template message(Section outcome, Value text) {
        try {
            Template message = Template.parseMessage(text.text());
            message.requireSense();
            if (message.isSeveral()) {
                outcome.problem("message", text.position(), "[*] makes several keys, and a message is one text");
            }
            return message;
        } catch (SyntaxException e) {
            outcome.syntax("message", text, e);
            return null;
        }
    }

    private static Outcome returning(Section outcome) {
        Node node = outcome.mapping().get("return");
        if (node instanceof Scalar && ((Scalar) node).isMissing()) {
            outcome.problem("return", node.position(), "has no value; write null, true, 0 or a text");
            return null;
        }
        if (node.isNull()) {
            return new Outcome.Return(null);
        }
        Value value = outcome.value("return");
        return value == null ? null : new Outcome.Return(value.isPlain() ? PlainValue.of(value.text()) : value.text());
    }

    private static Outcome call(Section outcome) {
        String why = " is no method name; write the name alone, of a method of the same class";
        String method = identifier(outcome, "call", IDENTIFIER, why);
        return method == null ? null : new Outcome.Call(method);
    }

    /** @param why what is wrong with a text that has not this form */
    private static String identifier(Section outcome, String setting, String form, String why) {
        Value value = outcome.text(setting);
        if (value == null) {
            return null;
        }
        if (!value.text().matches(form)) {
            outcome.wrong(setting, value, why);
            return null;
        }
        return value.text();
    }

    private Outcome retry(Section outcome) {
        if (name.equals("onMissingKey")) {
            outcome.problem(outcome.namePosition("retry"), "'retry' is useless: the key would be missing again");
            return null;
        }
        Section retry = outcome.section("retry", Tables.RETRY);
        Outcome then = outcome.has("then") ? new OutcomeReader(outcome, "then").read() : Outcome.THROW;
        if (retry == null) {
            return null;
        }
        Integer times = retry.integer("times", 1, 1000);
        if (!retry.has("times") && !retry.isMeant("times")) {
            retry.problem("'times' is missing; write {times: 3}");
        }
        Duration[] backoff = backoff(retry);
        if (then instanceof Outcome.Retry) {
            outcome.problem("then", outcome.position("then"), "a retry cannot follow a retry");
            return null;
        }
        return times == null || backoff == null || then == null
                ? null
                : new Outcome.Retry(times, backoff[0], backoff[1], then);
    }

    /** The first and the longest pause, or null. */
    private static Duration[] backoff(Section retry) {
        if (!retry.has("backoff")) {
            return new Duration[] {FIRST_PAUSE, LONGEST_PAUSE};
        }
        Value value = retry.value("backoff");
        if (value == null) {
            return null;
        }
        String[] bounds = value.text().split("\\.\\.", 2);
        try {
            Duration[] pauses = {Durations.parse(bounds[0]), Durations.parse(bounds[bounds.length - 1])};
            if (pauses[0].compareTo(pauses[1]) > 0) {
                retry.wrong("backoff", value, " begins with the longer pause");
            } else if (pauses[1].compareTo(LONGEST_BACKOFF) > 0) {
                retry.wrong("backoff", value, " is longer than 1h");
            } else {
                return pauses;
            }
        } catch (SyntaxException e) {
            retry.wrong("backoff", value, ' ' + e.getMessage() + "; or two, as in 100ms..2s");
        }
        return null;
    }
}
