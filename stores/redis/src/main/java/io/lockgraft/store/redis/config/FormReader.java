package io.lockgraft.store.redis.config;

import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.text.NearNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Walks through a Redisson file, by SnakeYAML's parser alone, and holds each setting against the table. Unlike a rules
 * file it may have tags, anchors and aliases; what these stand for is left to Redisson.
 */
final class FormReader {
    private final FilledText text;
    private final List<Problem> problems = new ArrayList<>();
    private final Set<String> anchors = new HashSet<>();
    private StreamReader stream;
    private ParserImpl parser;

    private FormReader(FilledText text) {
        this.text = text;
    }

    static List<Problem> read(FilledText text) {
        FormReader form = new FormReader(text);
        try {
            form.stream = new StreamReader(text.toString());
            form.parser = new ParserImpl(form.stream, new LoaderOptions());
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
        parser.getEvent();
        if (parser.checkEvent(Event.ID.StreamEnd)) {
            problem(0, "the file is empty; it needs a section as singleServerConfig");
            return;
        }
        parser.getEvent();
        Event root = next();
        if (root instanceof MappingStartEvent) {
            untagged((MappingStartEvent) root, "");
            mapping(root, KnownSection.FILE);
        } else {
            skip(root);
            problem(root, "a Redisson configuration is a mapping with a section as singleServerConfig");
        }
        parser.getEvent();
        if (!parser.checkEvent(Event.ID.StreamEnd)) {
            problem(parser.peekEvent(), "a second document begins here; Redisson reads one, without '---'");
        }
    }

    /** The rest of a mapping that has begun. */
    private void mapping(Event start, KnownSection section) {
        Set<String> there = new HashSet<>();
        boolean merged = false;
        List<String> unknown = new ArrayList<>();
        while (!parser.checkEvent(Event.ID.MappingEnd)) {
            Event name = next();
            if (!(name instanceof ScalarEvent)) {
                skip(name);
                skip(next());
                problem(name, where(section) + "the name of a setting is expected here");
                continue;
            }
            String said = ((ScalarEvent) name).getValue();
            KnownSetting setting = section.find(said);
            Event value = next();
            if (setting != null) {
                boolean given = value(section, setting, value);
                if (given || setting.kind() != KnownSetting.Kind.SECTION) {
                    there.add(said);
                }
            } else {
                skip(value);
                if (said.equals("<<")) {
                    merged = true;
                } else {
                    unknown.add(said);
                    problem(name, where(section) + Advice.unknown(section, said, isNothing(value)));
                }
            }
        }
        parser.getEvent();
        if (!merged) {
            complete(start, section, there, unknown);
        }
    }

    /** What is missing, if nothing that is misspelt may mean it. */
    private void complete(Event start, KnownSection section, Set<String> there, List<String> unknown) {
        if (section == KnownSection.FILE) {
            List<String> servers = new ArrayList<>();
            List<String> sections = new ArrayList<>();
            for (String name : section.names()) {
                if (section.find(name).kind() == KnownSetting.Kind.SECTION) {
                    sections.add(name);
                    if (there.contains(name)) {
                        servers.add(name);
                    }
                }
            }
            if (servers.size() > 1) {
                problem(start, "one section says where the servers are, not several: " + Listing.all(servers, " and "));
            } else if (servers.isEmpty() && !isMeant(unknown, sections)) {
                problem(start, "no section says where the servers are; it needs " + Listing.all(sections, " or "));
            }
            return;
        }
        for (String needed : section.needed()) {
            List<String> one = new ArrayList<>();
            one.add(needed);
            if (!there.contains(needed) && !isMeant(unknown, one)) {
                problem(start, where(section) + "'" + needed + "' is missing");
            }
        }
    }

    private static boolean isMeant(List<String> unknown, List<String> names) {
        for (String each : unknown) {
            if (!NearNames.of(each, names, 1).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Judges a value, and reads behind it; false where it says that there is none. */
    private boolean value(KnownSection section, KnownSetting setting, Event value) {
        String where = where(section) + setting.name() + ": ";
        if (value instanceof AliasEvent) {
            alias((AliasEvent) value, where);
            return true;
        }
        if (isNull(value)) {
            nothing(setting, value, where);
            return false;
        }
        switch (setting.kind()) {
            case SECTION:
                if (value instanceof MappingStartEvent) {
                    untagged((MappingStartEvent) value, where);
                    mapping(value, KnownSection.named(setting.name()));
                    return true;
                }
                problem(value, where + "settings of its own are expected below it");
                break;
            case OBJECT:
                String problem = ClassTag.problem(tag((NodeEvent) value), section, setting.name());
                expect(problem == null, value, where + problem);
                break;
            case MAPPING:
                expect(value instanceof MappingStartEvent, value, where + "a mapping is expected");
                break;
            case LIST:
                expect(value instanceof SequenceStartEvent, value, where + "a list is expected, as [one, two]");
                break;
            case ADDRESSES:
                if (value instanceof SequenceStartEvent) {
                    addresses(where);
                    return true;
                }
                problem(value, where + "a list of addresses is expected, as [\"redis://one:6379\"]");
                break;
            default:
                single(setting, value, where);
                break;
        }
        skip(value);
        return true;
    }

    private void nothing(KnownSetting setting, Event value, String where) {
        if (setting.kind() == KnownSetting.Kind.WHOLE || setting.kind() == KnownSetting.Kind.FLAG) {
            problem(value, where + "has no value; write one, or leave the setting out");
        }
    }

    private void addresses(String where) {
        while (!parser.checkEvent(Event.ID.SequenceEnd)) {
            Event item = next();
            if (item instanceof ScalarEvent) {
                address((ScalarEvent) item, where);
            } else if (item instanceof AliasEvent) {
                alias((AliasEvent) item, where);
            } else {
                skip(item);
                problem(item, where + "an address is expected here");
            }
        }
        parser.getEvent();
    }

    private void alias(AliasEvent alias, String where) {
        if (!anchors.contains(alias.getAnchor())) {
            problem(
                    alias,
                    where + "nothing has the name that this alias means; a text that begins with * needs quotes");
        }
    }

    /** Redisson knows what a section is: the class that a tag names would take its place. */
    private void untagged(MappingStartEvent start, String where) {
        String tag = start.getTag();
        expect(
                !ClassTag.isOne(tag) || tag.startsWith(ClassTag.YAML),
                start,
                where + "a class is named where settings are expected; delete the tag that begins with !");
    }

    private static String tag(NodeEvent value) {
        return value instanceof ScalarEvent ? ((ScalarEvent) value).getTag() : ((CollectionStartEvent) value).getTag();
    }

    private void single(KnownSetting setting, Event value, String where) {
        if (!(value instanceof ScalarEvent)) {
            problem(value, where + "a single value is expected; a text that begins with [ or { needs quotes");
            return;
        }
        ScalarEvent scalar = (ScalarEvent) value;
        if (ClassTag.isOne(scalar.getTag()) && !scalar.getTag().startsWith(ClassTag.YAML)) {
            problem(value, where + "a text that begins with ! needs quotes");
            return;
        }
        String said = scalar.getValue();
        switch (setting.kind()) {
            case SECRET:
                Secrets.add(said);
                break;
            case ADDRESS:
                address(scalar, where);
                break;
            case WHOLE:
                expect(Values.isWhole(said), value, where + "a whole number is expected");
                break;
            case FLAG:
                expect(Values.isFlag(said), value, where + "true or false is expected");
                break;
            case WORD:
                expect(setting.words().contains(said), value, where + "it is " + Listing.all(setting.words(), " or "));
                break;
            case LOCATION:
                expect(Values.isLocation(said), value, where + "a URL is expected, as file:/etc/redis/trust.p12");
                break;
            default:
                break;
        }
    }

    /** Shows nothing of an address, which may carry a password. */
    private void address(ScalarEvent address, String where) {
        String said = address.getValue();
        Values.addPassword(said);
        expect(
                Values.isAddress(said),
                address,
                where + "this is no address; write redis://host:6379, or rediss:// for TLS, with the port");
    }

    private void expect(boolean fits, Event value, String otherwise) {
        if (!fits) {
            problem(value, otherwise);
        }
    }

    private Event next() {
        Event event = parser.getEvent();
        if (!(event instanceof AliasEvent) && event instanceof NodeEvent && ((NodeEvent) event).getAnchor() != null) {
            anchors.add(((NodeEvent) event).getAnchor());
        }
        return event;
    }

    /** Reads over the rest of what has begun. */
    private void skip(Event begun) {
        for (int open = begun instanceof CollectionStartEvent ? 1 : 0; open > 0; ) {
            Event event = next();
            if (event instanceof CollectionStartEvent) {
                open++;
            } else if (event.is(Event.ID.SequenceEnd) || event.is(Event.ID.MappingEnd)) {
                open--;
            }
        }
    }

    private static boolean isNull(Event event) {
        if (!(event instanceof ScalarEvent)
                || !((ScalarEvent) event).isPlain()
                || ((ScalarEvent) event).getTag() != null) {
            return false;
        }
        String said = ((ScalarEvent) event).getValue();
        return said.isEmpty() || said.equals("~") || said.equalsIgnoreCase("null");
    }

    private static boolean isNothing(Event event) {
        return isNull(event) && ((ScalarEvent) event).getValue().isEmpty();
    }

    private void notYaml(MarkedYAMLException e) {
        Mark mark = e.getProblemMark();
        String said = String.valueOf(e.getProblem());
        boolean endless = e.getContextMark() != null && said.endsWith("end of stream");
        if (endless) {
            mark = e.getContextMark();
        }
        problem(mark.getIndex(), "this is not YAML; " + Advice.onForm(text.at(mark.getIndex()), said, endless));
    }

    private void problem(Event event, String message) {
        problem(event.getStartMark().getIndex(), message);
    }

    private void problem(int codePoint, String message) {
        problems.add(new Problem(text.position(codePoint), message));
    }

    private static String where(KnownSection section) {
        return section.title().isEmpty() ? "" : section.title() + ": ";
    }
}
