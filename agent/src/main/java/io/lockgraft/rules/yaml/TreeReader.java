package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Position;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Builds the tree of a file from SnakeYAML's events: its parser alone, because its composer and constructors know tags,
 * aliases and types, all of which a rules file must not have, and take tens of milliseconds to load.
 */
public final class TreeReader {
    private static final String WRITTEN_OUT = " is not read here; write the value out, or use 'defaults'";
    private static final int DEEPEST = 12;

    /** What is nested deeper than this is not even read over: the time for that grows with the square of the depth. */
    private static final int DEEPEST_SKIPPED = 100;

    private static final int WHOLE_FILE = 0;
    private static final int LIST_OF_RULES = 1;

    private final Reading reading;
    private final StreamReader stream;
    private final ParserImpl parser;

    private TreeReader(Reading reading) {
        this.reading = reading;
        this.stream = new StreamReader(reading.text);
        this.parser = new ParserImpl(stream, new LoaderOptions());
    }

    /**
     * The root of the file's one document; null where it is empty, which is then a problem. Where the file is no YAML
     * from some place on, its settings and rules in front of that place: what is wrong in them is told in the same run.
     */
    public static Node read(Reading reading) {
        TreeReader tree = new TreeReader(reading);
        try {
            return tree.document();
        } catch (YAMLException e) {
            tree.cutOff(e, true);
            return null;
        }
    }

    private Node document() {
        parser.getEvent();
        Node root = null;
        if (!parser.checkEvent(Event.ID.StreamEnd)) {
            parser.getEvent();
            root = node(0);
            if (reading.isCutOff()) {
                return root;
            }
            parser.getEvent();
            if (!parser.checkEvent(Event.ID.StreamEnd)) {
                String second = "a second document begins here; a rules file is one document, without '---'";
                problem(parser.peekEvent(), second);
            }
        }
        if (root == null || root instanceof Scalar && ((Scalar) root).isMissing()) {
            reading.problems()
                    .add(Position.whole(reading.file()), "the file is empty; it needs a store of locks and 'rules'");
            return null;
        }
        return root;
    }

    private Node node(int depth) {
        Event event = parser.getEvent();
        if (event instanceof AliasEvent) {
            problem(event, "an alias (*name)" + WRITTEN_OUT + "; a text that begins with * needs quotes");
            return broken(event);
        }
        String tag = tag((NodeEvent) event);
        if (tag != null) {
            problem(event, "a tag (!name) is not read here; a text that begins with ! needs quotes");
        }
        if (event instanceof ScalarEvent) {
            return tag == null ? scalar((ScalarEvent) event) : broken(event);
        }
        if (depth > DEEPEST) {
            problem(event, "too deeply nested; a rules file has no more than " + DEEPEST + " levels");
        }
        if (depth > DEEPEST || tag != null) {
            skip();
            return broken(event);
        }
        return event instanceof MappingStartEvent
                ? mapping((MappingStartEvent) event, depth)
                : sequence((CollectionStartEvent) event, depth);
    }

    private Node broken(Event event) {
        return new Node.Broken(reading.positionOf(event.getStartMark()));
    }

    /** The node's tag, or null; an anchor is a problem on the way. Neither is told: it may be a password. */
    private String tag(NodeEvent event) {
        if (event.getAnchor() != null) {
            problem(event, "an anchor (&name)" + WRITTEN_OUT + "; a text that begins with & needs quotes");
        }
        return event instanceof ScalarEvent ? ((ScalarEvent) event).getTag() : ((CollectionStartEvent) event).getTag();
    }

    private Scalar scalar(ScalarEvent event) {
        Mark start = event.getStartMark();
        return new Scalar(
                reading.positionOf(start),
                event.getValue(),
                event.getScalarStyle(),
                start.getIndex(),
                event.getEndMark().getIndex());
    }

    private Sequence sequence(CollectionStartEvent start, int depth) {
        List<Node> items = new ArrayList<>();
        try {
            while (!reading.isCutOff() && !parser.checkEvent(Event.ID.SequenceEnd)) {
                items.add(node(depth + 1));
            }
            if (!reading.isCutOff()) {
                parser.getEvent();
            }
        } catch (YAMLException e) {
            cutOff(e, depth == LIST_OF_RULES);
        }
        return new Sequence(
                reading.positionOf(start.getStartMark()), start.isFlow(), Collections.unmodifiableList(items));
    }

    private Mapping mapping(MappingStartEvent start, int depth) {
        List<Scalar> names = new ArrayList<>();
        List<Node> values = new ArrayList<>();
        boolean between = true;
        try {
            while (!reading.isCutOff() && !parser.checkEvent(Event.ID.MappingEnd)) {
                between = false;
                setting(names, values, depth + 1);
                between = true;
            }
            if (!reading.isCutOff()) {
                parser.getEvent();
            }
        } catch (YAMLException e) {
            cutOff(e, depth == WHOLE_FILE);
            int last = values.size() - 1;
            if (between && last >= 0 && !(values.get(last) instanceof Sequence)) {
                // It ended here against the author's will, so more of it may follow.
                values.set(last, new Node.Broken(values.get(last).position()));
            }
        }
        return new Mapping(reading.positionOf(start.getStartMark()), start.isFlow(), names, values);
    }

    private void setting(List<Scalar> names, List<Node> values, int depth) {
        Node name = node(depth);
        if (reading.isCutOff()) {
            return; // nor can the parser go on
        }
        Node value = node(depth);
        if (name instanceof Scalar) {
            names.add((Scalar) name);
            values.add(value);
        } else if (!(name instanceof Node.Broken)) {
            String expected = "the name of a setting is expected here, not " + name.kind();
            reading.problems().add(name.position(), expected + "; a text with { or [ in it needs quotes");
        }
    }

    /** Keeps what was read of a collection that may be cut off; of any other it is unknown what is missing. */
    private void cutOff(YAMLException e, boolean kept) {
        if (!kept) {
            throw e;
        }
        reading.cutOff();
        NotYaml.report(e, stream.getMark(), reading);
    }

    /** Reads over the rest of a collection without going deeper in calls; or gives up, and the file ends here. */
    private void skip() {
        for (int open = 1; open > 0; ) {
            if (open > DEEPEST_SKIPPED) {
                reading.cutOff();
                return;
            }
            Event event = parser.getEvent();
            if (event instanceof CollectionStartEvent) {
                open++;
            } else if (event.is(Event.ID.SequenceEnd) || event.is(Event.ID.MappingEnd)) {
                open--;
            }
        }
    }

    private void problem(Event event, String message) {
        reading.problems().add(reading.positionOf(event.getStartMark()), message);
    }
}
