package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Position;
import java.util.Collections;
import java.util.List;

/** Settings with their names, in the order of the file; a name may be there twice, which its reader reports. */
public final class Mapping extends Node {
    final boolean flow;
    private final List<Scalar> names;
    private final List<Node> values;

    /** @param flow written in { } */
    Mapping(Position position, boolean flow, List<Scalar> names, List<Node> values) {
        super(position, "a mapping");
        this.flow = flow;
        this.names = names;
        this.values = values;
    }

    public static Mapping empty(Position position) {
        return new Mapping(position, true, Collections.<Scalar>emptyList(), Collections.<Node>emptyList());
    }

    public List<Scalar> names() {
        return names;
    }

    /** The same with this name alone, or with nothing. */
    public Mapping only(String name) {
        int at = indexOf(name);
        return at < 0
                ? empty(position())
                : new Mapping(
                        position(),
                        flow,
                        Collections.singletonList(names.get(at)),
                        Collections.singletonList(values.get(at)));
    }

    /** The first value of this name, or null. */
    public Node get(String name) {
        int at = indexOf(name);
        return at < 0 ? null : values.get(at);
    }

    /** The name as the file has it, or null. */
    public Scalar nameNode(String name) {
        int at = indexOf(name);
        return at < 0 ? null : names.get(at);
    }

    private int indexOf(String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).text().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
