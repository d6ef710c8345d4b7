package io.lockgraft.store.redis.config;

import java.util.HashSet;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Walks through a Redisson file by SnakeYAML's parser alone. Unlike a rules file it may have tags, anchors and aliases;
 * Redisson resolves them.
 */
final class FileEvents {
    private final StreamReader stream;
    private final ParserImpl parser;
    private final Set<String> anchors = new HashSet<>();

    FileEvents(String text) {
        stream = new StreamReader(text);
        parser = new ParserImpl(stream, new LoaderOptions());
    }

    /** How far the text has been read, in code points. */
    int read() {
        return stream.getMark().getIndex();
    }

    boolean isNext(Event.ID id) {
        return parser.checkEvent(id);
    }

    Event peek() {
        return parser.peekEvent();
    }

    Event next() {
        Event event = parser.getEvent();
        if (event instanceof NodeEvent && !(event instanceof AliasEvent)) {
            anchors.add(((NodeEvent) event).getAnchor());
        }
        return event;
    }

    /** Whether an anchor of this name has been read. */
    boolean isKnown(AliasEvent alias) {
        return anchors.contains(alias.getAnchor());
    }

    /** Reads over the rest of what has begun. */
    void skip(Event begun) {
        for (int open = begun instanceof CollectionStartEvent ? 1 : 0; open > 0; ) {
            Event event = next();
            if (event instanceof CollectionStartEvent) {
                open++;
            } else if (event.is(Event.ID.SequenceEnd) || event.is(Event.ID.MappingEnd)) {
                open--;
            }
        }
    }

    static boolean isNull(Event event) {
        if (!(event instanceof ScalarEvent)
                || !((ScalarEvent) event).isPlain()
                || ((ScalarEvent) event).getTag() != null) {
            return false;
        }
        String said = ((ScalarEvent) event).getValue();
        return said.isEmpty() || said.equals("~") || said.equalsIgnoreCase("null");
    }

    /** Whether it is a null of which nothing is written. */
    static boolean isEmpty(Event event) {
        return isNull(event) && ((ScalarEvent) event).getValue().isEmpty();
    }
}
