package io.lockgraft.store.redis.config;

import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.text.NearNames;
import io.lockgraft.store.redis.config.KnownSetting.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Holds each setting of a Redisson file against the table of {@link KnownSection}, by the events of SnakeYAML's parser.
 * Its tree would load the class {@code Tag}, which initialises the file system before {@code main}. Unlike a rules file
 * it may have tags, anchors and aliases; Redisson resolves them.
 */
final class FormReader {
    /** The name under which a mapping takes over the settings of another. */
    private static final String MERGED = "<<";

    private final FilledText text;
    private final StreamReader stream;
    private final ParserImpl parser;
    private final Set<String> anchors = new HashSet<>();
    private final List<Problem> problems = new ArrayList<>();

    /** How many mappings and lists have begun and not ended. */
    private int depth;

    private FormReader(FilledText text) {
        this.text = text;
        this.stream = new StreamReader(text.toString());
        this.parser = new ParserImpl(stream, new LoaderOptions());
    }

    static List<Problem> read(FilledText text) {
        FormReader form = new FormReader(text);
        try {
            form.document();
        } catch (MarkedYAMLException e) {
            form.notYaml(e);
        } catch (ReaderException e) {
            form.problem(e.getPosition(), "this is not YAML: here is a character that is not allowed; delete it");
        } catch (YAMLException e) {
            form.problem(form.stream.getMark().getIndex(), "this is not YAML; check this line and the one above");
        }
        return form.problems;
    }

    private void document() {
        next();
        if (parser.checkEvent(Event.ID.StreamEnd)) {
            problem(0, "the file is empty; it needs a section as singleServerConfig");
            return;
        }
        next();
        Event root = next();
        if (root.is(Event.ID.MappingStart)) {
            section(KnownSection.FILE, root, "");
        } else {
            skipTo(0);
            problem(root, "a Redisson configuration is a mapping with a section as singleServerConfig");
        }
        next();
        if (!parser.checkEvent(Event.ID.StreamEnd)) {
            problem(parser.peekEvent(), "a second document begins here; Redisson reads one, without '---'");
        }
    }

    /** Reads the rest of a mapping that has begun. */
    private void section(KnownSection section, Event start, String where) {
        if (ClassTag.isOne(tag(start))) {
            // Redisson knows what a section is: the class that a tag names would take its place.
            problem(start, where + "a class is named where settings are expected; delete the tag that begins with !");
        }
        int inside = depth;
        Set<String> there = new HashSet<>();
        Set<String> meant = new HashSet<>();
        while (!parser.checkEvent(Event.ID.MappingEnd)) {
            Event key = whole();
            String name = scalar(key);
            KnownSetting setting = section.find(name);
            Event value = setting == null ? whole() : next();
            if (setting == null || setting.kind != Kind.SECTION || !isNull(value)) {
                there.add(name);
            }
            if (name == null) {
                problem(key, where + "the name of a setting is expected here");
            } else if (setting != null) {
                value(section, setting, value, where + name + ": ");
                skipTo(inside);
            } else if (!name.equals(MERGED)) {
                meant.addAll(NearNames.of(name, section.names(), Integer.MAX_VALUE));
                problem(key, where + Advice.unknown(section, name, "".equals(plain(value))));
            }
        }
        next();
        if (!there.contains(MERGED)) {
            complete(section, start, there, meant, where);
        }
    }

    /** @param meant what is missing, where something that is misspelt may mean it */
    private void complete(KnownSection section, Event start, Set<String> there, Set<String> meant, String where) {
        for (String needed : section.needed) {
            if (!there.contains(needed) && !meant.contains(needed)) {
                problem(start, where + "'" + needed + "' is missing");
            }
        }
        if (section != KnownSection.FILE) {
            return;
        }
        List<String> sections = new ArrayList<>(KnownSection.SECTIONS.keySet());
        List<String> servers = new ArrayList<>(sections);
        servers.retainAll(there);
        if (servers.size() > 1) {
            problem(start, "one section says where the servers are, not several: " + Listing.all(servers, " and "));
        } else if (servers.isEmpty() && Collections.disjoint(sections, meant)) {
            problem(start, "no section says where the servers are; it needs " + Listing.all(sections, " or "));
        }
    }

    /** Judges a value that has begun; it need not read all of it. */
    private void value(KnownSection section, KnownSetting setting, Event value, String where) {
        Kind kind = setting.kind;
        if (value instanceof AliasEvent) {
            alias((AliasEvent) value, where);
        } else if (isNull(value)) {
            if (kind == Kind.WHOLE || kind == Kind.FLAG) {
                problem(value, where + "has no value; write one, or leave the setting out");
            }
        } else if (kind == Kind.OBJECT) {
            expect(ClassTag.mistake(tag(value), section, setting.name), value, where);
        } else if (!value.is(kind.form)) {
            problem(value, where + kind.expected);
        } else if (kind == Kind.SECTION) {
            section(KnownSection.SECTIONS.get(setting.name), value, where);
        } else if (kind == Kind.ADDRESSES) {
            addresses(setting, where);
        } else if (value instanceof ScalarEvent && ClassTag.isOne(tag(value))) {
            problem(value, where + "a text that begins with ! needs quotes");
        } else if (value instanceof ScalarEvent) {
            expect(setting.mistake(scalar(value)), value, where);
        }
    }

    private void addresses(KnownSetting setting, String where) {
        while (!parser.checkEvent(Event.ID.SequenceEnd)) {
            Event item = whole();
            if (item instanceof ScalarEvent) {
                expect(setting.mistake(scalar(item)), item, where);
            } else if (item instanceof AliasEvent) {
                alias((AliasEvent) item, where);
            } else {
                problem(item, where + "an address is expected here");
            }
        }
    }

    private void alias(AliasEvent alias, String where) {
        if (!anchors.contains(alias.getAnchor())) {
            problem(
                    alias,
                    where + "nothing has the name that this alias means; a text that begins with * needs quotes");
        }
    }

    private Event next() {
        Event event = parser.getEvent();
        if (event instanceof CollectionStartEvent) {
            depth++;
        } else if (event instanceof CollectionEndEvent) {
            depth--;
        }
        if (event instanceof NodeEvent && !(event instanceof AliasEvent)) {
            anchors.add(((NodeEvent) event).getAnchor());
        }
        return event;
    }

    /** Reads a node with all that is in it, and tells how it begins. */
    private Event whole() {
        int before = depth;
        Event begun = next();
        skipTo(before);
        return begun;
    }

    private void skipTo(int outer) {
        while (depth > outer) {
            next();
        }
    }

    private static String tag(Event event) {
        return event instanceof ScalarEvent ? ((ScalarEvent) event).getTag() : ((CollectionStartEvent) event).getTag();
    }

    /** The text of a single value; null for anything else. */
    private static String scalar(Event event) {
        return event instanceof ScalarEvent ? ((ScalarEvent) event).getValue() : null;
    }

    /** The text of a single value without quotes and without a tag; null for anything else. */
    private static String plain(Event event) {
        boolean isPlain = event instanceof ScalarEvent && ((ScalarEvent) event).isPlain() && tag(event) == null;
        return isPlain ? scalar(event) : null;
    }

    private static boolean isNull(Event event) {
        String text = plain(event);
        return text != null && (text.isEmpty() || text.equals("~") || text.equalsIgnoreCase("null"));
    }

    private void notYaml(MarkedYAMLException e) {
        String said = String.valueOf(e.getProblem());
        boolean endless = e.getContextMark() != null && said.endsWith("end of stream");
        Mark mark = endless ? e.getContextMark() : e.getProblemMark();
        int found = mark.getPointer() < mark.getBuffer().length ? mark.getBuffer()[mark.getPointer()] : 0;
        problem(mark.getIndex(), "this is not YAML; " + Advice.onForm(found, said, endless));
    }

    /** @param mistake null for none */
    private void expect(String mistake, Event value, String where) {
        if (mistake != null) {
            problem(value, where + mistake);
        }
    }

    private void problem(Event event, String message) {
        problem(event.getStartMark().getIndex(), message);
    }

    private void problem(int codePoint, String message) {
        problems.add(new Problem(text.position(codePoint), message));
    }
}
