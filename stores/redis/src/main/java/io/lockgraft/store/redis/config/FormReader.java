package io.lockgraft.store.redis.config;

import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.text.NearNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
import org.yaml.snakeyaml.reader.ReaderException;

/** Holds each setting of a Redisson file against the table of {@link KnownSection}. */
final class FormReader {
    private final FilledText text;
    private final List<Problem> problems = new ArrayList<>();
    private FileEvents events;

    private FormReader(FilledText text) {
        this.text = text;
    }

    static List<Problem> read(FilledText text) {
        FormReader form = new FormReader(text);
        try {
            form.events = new FileEvents(text.toString());
            form.document();
        } catch (MarkedYAMLException e) {
            form.notYaml(e);
        } catch (ReaderException e) {
            form.problem(e.getPosition(), "this is not YAML: here is a character that is not allowed; delete it");
        } catch (YAMLException e) {
            form.problem(form.events.read(), "this is not YAML; check this line and the one above");
        }
        return form.problems;
    }

    private void document() {
        events.next();
        if (events.isNext(Event.ID.StreamEnd)) {
            problem(0, "the file is empty; it needs a section as singleServerConfig");
            return;
        }
        events.next();
        Event root = events.next();
        if (root instanceof MappingStartEvent) {
            untagged((MappingStartEvent) root, "");
            mapping(root, KnownSection.FILE);
        } else {
            events.skip(root);
            problem(root, "a Redisson configuration is a mapping with a section as singleServerConfig");
        }
        events.next();
        if (!events.isNext(Event.ID.StreamEnd)) {
            problem(events.peek(), "a second document begins here; Redisson reads one, without '---'");
        }
    }

    /** The rest of a mapping that has begun. */
    private void mapping(Event start, KnownSection section) {
        Set<String> there = new HashSet<>();
        boolean merged = false;
        List<String> unknown = new ArrayList<>();
        while (!events.isNext(Event.ID.MappingEnd)) {
            Event name = events.next();
            if (!(name instanceof ScalarEvent)) {
                events.skip(name);
                events.skip(events.next());
                problem(name, where(section) + "the name of a setting is expected here");
                continue;
            }
            String said = ((ScalarEvent) name).getValue();
            KnownSetting setting = section.find(said);
            Event value = events.next();
            if (setting != null) {
                boolean given = value(section, setting, value);
                if (given || setting.kind() != KnownSetting.Kind.SECTION) {
                    there.add(said);
                }
            } else {
                events.skip(value);
                if (said.equals("<<")) {
                    merged = true;
                } else {
                    unknown.add(said);
                    problem(name, where(section) + Advice.unknown(section, said, FileEvents.isEmpty(value)));
                }
            }
        }
        events.next();
        if (!merged) {
            complete(start, section, there, unknown);
        }
    }

    /** What is missing, if nothing that is misspelt may mean it. */
    private void complete(Event start, KnownSection section, Set<String> there, List<String> unknown) {
        if (section == KnownSection.FILE) {
            List<String> sections = new ArrayList<>();
            for (String name : section.names()) {
                if (section.find(name).kind() == KnownSetting.Kind.SECTION) {
                    sections.add(name);
                }
            }
            List<String> servers = new ArrayList<>(sections);
            servers.retainAll(there);
            if (servers.size() > 1) {
                problem(start, "one section says where the servers are, not several: " + Listing.all(servers, " and "));
            } else if (servers.isEmpty() && !isMeant(unknown, sections)) {
                problem(start, "no section says where the servers are; it needs " + Listing.all(sections, " or "));
            }
            return;
        }
        for (String needed : section.needed()) {
            if (!there.contains(needed) && !isMeant(unknown, Collections.singletonList(needed))) {
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
        if (FileEvents.isNull(value)) {
            boolean needsOne = setting.kind() == KnownSetting.Kind.WHOLE || setting.kind() == KnownSetting.Kind.FLAG;
            expect(!needsOne, value, where + "has no value; write one, or leave the setting out");
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
                    addresses(setting, where);
                    return true;
                }
                problem(value, where + "a list of addresses is expected, as [\"redis://one:6379\"]");
                break;
            default:
                single(setting, value, where);
                break;
        }
        events.skip(value);
        return true;
    }

    private void addresses(KnownSetting setting, String where) {
        while (!events.isNext(Event.ID.SequenceEnd)) {
            Event item = events.next();
            if (item instanceof ScalarEvent) {
                judge(setting, (ScalarEvent) item, where);
            } else if (item instanceof AliasEvent) {
                alias((AliasEvent) item, where);
            } else {
                events.skip(item);
                problem(item, where + "an address is expected here");
            }
        }
        events.next();
    }

    private void alias(AliasEvent alias, String where) {
        if (!events.isKnown(alias)) {
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
        judge(setting, scalar, where);
    }

    private void judge(KnownSetting setting, ScalarEvent value, String where) {
        String mistake = Values.mistake(setting.kind(), setting.words(), value.getValue());
        expect(mistake == null, value, where + mistake);
    }

    private void expect(boolean fits, Event value, String otherwise) {
        if (!fits) {
            problem(value, otherwise);
        }
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
