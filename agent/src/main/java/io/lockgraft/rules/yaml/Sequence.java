package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Position;
import java.util.List;

/** A list of the file. */
public final class Sequence extends Node {
    private final boolean flow;
    private final List<Node> items;

    /** @param flow written in [ ] */
    Sequence(Position position, boolean flow, List<Node> items) {
        super(position, "a list");
        this.flow = flow;
        this.items = items;
    }

    public boolean isFlow() {
        return flow;
    }

    public List<Node> items() {
        return items;
    }
}
