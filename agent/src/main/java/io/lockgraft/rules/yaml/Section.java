package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.settings.Setting;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import io.lockgraft.spi.settings.Value;
import io.lockgraft.spi.text.Durations;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.text.NearNames;
import io.lockgraft.spi.text.SyntaxException;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * One mapping of the file, read by the settings that it may have. Each getter returns null if the setting is absent or
 * has a mistake, which is then reported.
 */
public final class Section implements Settings {
    private final Reading reading;
    private final Mapping mapping;
    private final SettingTable table;
    private final String prefix;

    /** @param where what its problems begin with: {@code rule 'pay-order'}, or nothing */
    public Section(Reading reading, Mapping mapping, SettingTable table, String where) {
        this.reading = reading;
        this.mapping = mapping;
        this.table = table;
        this.prefix = where.isEmpty() ? "" : where + ": ";
        SectionNames.check(this, table);
    }

    public Reading reading() {
        return reading;
    }

    public Mapping mapping() {
        return mapping;
    }

    @Override
    public boolean has(String name) {
        return mapping.get(name) != null;
    }

    @Override
    public boolean isMeant(String... settings) {
        return SectionNames.isMeant(this, table, settings);
    }

    @Override
    public void problem(String message) {
        problem(mapping.position(), message);
    }

    @Override
    public void problem(Position position, String message) {
        reading.problems().add(position, prefix + message);
    }

    public void warning(Position position, String message) {
        reading.problems().warn(position, prefix + message);
    }

    @Override
    public void problem(String name, Position position, String message) {
        problem(position, name + ": " + message);
    }

    /** Reports a problem of a setting's value, which the message then begins with. */
    public void wrong(String name, Value value, String why) {
        problem(name, value.position(), value.shown() + why);
    }

    @Override
    public Value value(String name) {
        Value override = option(name);
        if (override != null) {
            return override;
        }
        Node node = mapping.get(name);
        return node == null ? null : value(name, node);
    }

    @Override
    public Value option(String name) {
        String option = table.get(name).option();
        return option == null ? null : Option.find(option, reading.environment);
    }

    @Override
    public boolean isCutOff() {
        return reading.isCutOff();
    }

    @Override
    public Position position() {
        return mapping.position();
    }

    @Override
    public Position namePosition(String name) {
        return mapping.nameNode(name).position();
    }

    @Override
    public Position position(String name) {
        return mapping.get(name).position();
    }

    @Override
    public void problem(Problem elsewhere) {
        reading.problems().add(elsewhere.position(), elsewhere.message());
    }

    @Override
    public List<Value> values(String name, String like) {
        Sequence list = list(name, like);
        if (list == null) {
            return null;
        }
        List<Value> values = new ArrayList<>(list.items().size());
        for (Node item : list.items()) {
            values.add(value(name, item));
        }
        return values;
    }

    @Override
    public File resolve(String path) {
        return reading.resolve(path);
    }

    @Override
    public File file(String name) {
        Value value = text(name);
        return value == null ? null : file(name, value);
    }

    /** The path of a file that this process can read; null where it cannot, which is then reported. */
    public File file(String name, Value value) {
        File file = resolve(value.text());
        if (file.isFile() && file.canRead()) {
            return file;
        }
        String why = file.isFile() ? " cannot be read by this process" : " is no file";
        boolean isWhole = new File(value.text()).isAbsolute();
        wrong(name, value, isWhole ? why : why + "; it is looked for beside the rules file");
        return null;
    }

    @Override
    public Environment environment() {
        return reading.environment;
    }

    public Value value(String name, Node node) {
        if (node instanceof Scalar && !node.isNull()) {
            Setting setting = table.get(name);
            boolean masked = setting == null || !setting.isPublic();
            return FilledValue.fill(reading, (Scalar) node, prefix + name + ": ", masked);
        }
        if (node.isNull()) {
            problem(name, node.position(), "has no value; write one, or leave the setting out");
        } else if (node instanceof Mapping && ((Mapping) node).flow) {
            String why =
                    "a single value is expected, not a mapping; YAML reads {...} as one, so put the text in quotes";
            problem(name, node.position(), why);
        } else {
            wrongKind(name, node, "a single value");
        }
        return null;
    }

    @Override
    public Value text(String name) {
        return notEmpty(name, value(name));
    }

    /** Reads a text as {@link #value(String, Node)} does. An empty one is a mistake. */
    public Value text(String name, Node node) {
        return notEmpty(name, value(name, node));
    }

    private Value notEmpty(String name, Value value) {
        if (value != null && value.text().trim().isEmpty()) {
            problem(name, value.position(), "is empty");
            return null;
        }
        return value;
    }

    @Override
    public Boolean flag(String name) {
        Value value = value(name);
        if (value == null || value.text().equals("true") || value.text().equals("false")) {
            return value == null ? null : Boolean.valueOf(value.text());
        }
        wrong(name, value, " is neither true nor false" + PlainValue.flagMeant(value.text(), "true", "false"));
        return null;
    }

    @Override
    public Integer integer(String name, int least, int most) {
        Value value = value(name);
        if (value == null) {
            return null;
        }
        String text = value.text();
        if (!text.matches("-?\\d+")) {
            wrong(name, value, " is no whole number");
            return null;
        }
        long number = text.length() > 12 ? Long.MAX_VALUE : Long.parseLong(text);
        if (number < least || number > most) {
            wrong(name, value, " is out of range; write " + least + " to " + most);
            return null;
        }
        return (int) number;
    }

    @Override
    public Duration duration(String name, Duration least, Duration most) {
        Value value = value(name);
        return value == null ? null : duration(name, value, least, most);
    }

    public Duration duration(String name, Value value, Duration least, Duration most) {
        try {
            Duration duration = Durations.parse(value.text());
            if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
                return duration;
            }
            wrong(name, value, " is out of range; write " + Durations.text(least) + " to " + Durations.text(most));
        } catch (SyntaxException e) {
            wrong(name, value, ' ' + e.getMessage());
        }
        return null;
    }

    @Override
    public String choice(String name, String... words) {
        Value value = value(name);
        if (value == null || Arrays.asList(words).contains(value.text())) {
            return value == null ? null : value.text();
        }
        unknownWord(name, value, words);
        return null;
    }

    public void unknownWord(String name, Value value, String... words) {
        String known = Listing.all(Arrays.asList(words), " or ");
        String near = value.isSecret() ? "" : NearNames.didYouMean(value.text(), Arrays.asList(words));
        problem(name, value.position(), "unknown " + value.shown() + (near.isEmpty() ? "; it is " + known : near));
    }

    /** Reports why a pattern, template or condition does not read, at the character where it does not. */
    public void syntax(String name, Value value, SyntaxException e) {
        if (value.isSecret()) {
            wrong(name, value, " does not read once the secret is filled in");
        } else {
            problem(name, value.positionOf(e.offset()), e.getMessage());
        }
    }

    @Override
    public Section section(String name, SettingTable inner) {
        Node node = mapping.get(name);
        if (node instanceof Mapping) {
            return new Section(reading, (Mapping) node, inner, prefix + name);
        }
        if (node != null) {
            List<String> names = inner == Tables.RULE ? Collections.singletonList("wait") : inner.names();
            wrongKind(name, node, "a mapping like {" + (names.isEmpty() ? "" : names.get(0) + ": ...") + "}");
        }
        return null;
    }

    public Sequence list(String name, String like) {
        Node node = mapping.get(name);
        if (node == null || node instanceof Sequence) {
            return (Sequence) node;
        }
        wrongKind(name, node, "a list like " + like);
        return null;
    }

    public void wrongKind(String name, Node node, String expected) {
        if (!(node instanceof Node.Broken)) {
            problem(name, node.position(), expected + " is expected, not " + node.kind());
        }
    }
}
