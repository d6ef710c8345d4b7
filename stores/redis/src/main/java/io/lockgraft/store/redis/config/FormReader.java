package io.lockgraft.store.redis.config;

import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.text.NearNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.inspector.TagInspector;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Holds each setting of a Redisson file against the table of {@link KnownSection}. Unlike a rules file it may have
 * tags, anchors and aliases, so it is read as Redisson reads it: as SnakeYAML's tree.
 */
final class FormReader {
    /** No object is made here of what a tag names. */
    private static final TagInspector ANY = new TagInspector() {
        @Override
        public boolean isGlobalTagAllowed(Tag tag) {
            return true;
        }
    };

    private final FilledText text;
    private final List<Problem> problems = new ArrayList<>();

    private FormReader(FilledText text) {
        this.text = text;
    }

    static List<Problem> read(FilledText text) {
        FormReader form = new FormReader(text);
        StreamReader stream = new StreamReader(text.toString());
        try {
            form.document(new ParserImpl(stream, new LoaderOptions()));
        } catch (MarkedYAMLException e) {
            form.notYaml(e);
        } catch (ReaderException e) {
            form.problem(e.getPosition(), "this is not YAML: here is a character that is not allowed; delete it");
        } catch (YAMLException e) {
            form.problem(stream.getMark().getIndex(), "this is not YAML; check this line and the one above");
        }
        return form.problems;
    }

    private void document(ParserImpl parser) {
        LoaderOptions options = new LoaderOptions();
        options.setTagInspector(ANY);
        Composer composer = new Composer(parser, new Resolver(), options);
        if (!composer.checkNode()) {
            problem(0, "the file is empty; it needs a section as singleServerConfig");
            return;
        }
        Node root = composer.getNode();
        if (root instanceof MappingNode) {
            section(KnownSection.FILE, (MappingNode) root, "");
        } else {
            problem(root, "a Redisson configuration is a mapping with a section as singleServerConfig");
        }
        if (composer.checkNode()) {
            problem(
                    parser.peekEvent().getStartMark().getIndex(),
                    "a second document begins here; Redisson reads one, without '---'");
        }
    }

    private void section(KnownSection section, MappingNode node, String where) {
        if (ClassTag.isOne(node.getTag())) {
            // Redisson knows what a section is: the class that a tag names would take its place.
            problem(node, where + "a class is named where settings are expected; delete the tag that begins with !");
        }
        Set<String> there = new HashSet<>();
        List<String> unknown = new ArrayList<>();
        for (NodeTuple each : node.getValue()) {
            if (!(each.getKeyNode() instanceof ScalarNode)) {
                problem(each.getKeyNode(), where + "the name of a setting is expected here");
                continue;
            }
            String name = ((ScalarNode) each.getKeyNode()).getValue();
            Node value = each.getValueNode();
            KnownSetting setting = section.find(name);
            boolean isNull = value.getTag().equals(Tag.NULL);
            if (!isNull) {
                there.add(name);
            }
            if (setting == null && !name.equals("<<")) {
                unknown.add(name);
                boolean alone = isNull && ((ScalarNode) value).getValue().isEmpty();
                problem(each.getKeyNode(), where + Advice.unknown(section, name, alone));
            } else if (setting != null && !isNull) {
                value(section, name, setting, value, where + name + ": ");
            } else if (setting != null && setting.kind.needsValue()) {
                problem(value, where + name + ": has no value; write one, or leave the setting out");
            }
        }
        if (!there.contains("<<")) {
            complete(section, node, there, unknown, where);
        }
    }

    /** What is missing, if nothing that is misspelt may mean it. */
    private void complete(
            KnownSection section, MappingNode node, Set<String> there, List<String> unknown, String where) {
        for (String needed : section.needed) {
            if (!there.contains(needed) && !isMeant(unknown, Collections.singletonList(needed))) {
                problem(node, where + "'" + needed + "' is missing");
            }
        }
        if (section != KnownSection.FILE) {
            return;
        }
        List<String> sections = new ArrayList<>(KnownSection.SECTIONS.keySet());
        List<String> servers = new ArrayList<>(sections);
        servers.retainAll(there);
        if (servers.size() > 1) {
            problem(node, "one section says where the servers are, not several: " + Listing.all(servers, " and "));
        } else if (servers.isEmpty() && !isMeant(unknown, sections)) {
            problem(node, "no section says where the servers are; it needs " + Listing.all(sections, " or "));
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

    private void value(KnownSection section, String name, KnownSetting setting, Node value, String where) {
        KnownSetting.Kind kind = setting.kind;
        if (kind == KnownSetting.Kind.OBJECT) {
            expect(ClassTag.mistake(value.getTag(), section, name), value, where);
        } else if (value.getNodeId() != kind.form) {
            problem(value, where + kind.expected);
        } else if (kind == KnownSetting.Kind.SECTION) {
            section(KnownSection.SECTIONS.get(name), (MappingNode) value, where);
        } else if (kind == KnownSetting.Kind.ADDRESSES) {
            for (Node item : ((SequenceNode) value).getValue()) {
                single(setting, item, where);
            }
        } else if (value instanceof ScalarNode) {
            single(setting, value, where);
        }
    }

    private void single(KnownSetting setting, Node value, String where) {
        if (!(value instanceof ScalarNode)) {
            problem(value, where + KnownSetting.Kind.TEXT.expected);
        } else if (ClassTag.isOne(value.getTag())) {
            problem(value, where + "a text that begins with ! needs quotes");
        } else {
            expect(setting.mistake(((ScalarNode) value).getValue()), value, where);
        }
    }

    private void notYaml(MarkedYAMLException e) {
        String said = String.valueOf(e.getProblem());
        boolean endless = e.getContextMark() != null && said.endsWith("end of stream");
        Mark mark = endless ? e.getContextMark() : e.getProblemMark();
        problem(mark.getIndex(), "this is not YAML; " + Advice.onForm(text.at(mark.getIndex()), said, endless));
    }

    /** @param mistake null for none */
    private void expect(String mistake, Node value, String where) {
        if (mistake != null) {
            problem(value, where + mistake);
        }
    }

    private void problem(Node node, String message) {
        problem(node.getStartMark().getIndex(), message);
    }

    private void problem(int codePoint, String message) {
        problems.add(new Problem(text.position(codePoint), message));
    }
}
