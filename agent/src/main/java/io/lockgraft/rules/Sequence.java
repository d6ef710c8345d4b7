package io.lockgraft.rules;

import io.lockgraft.spi.settings.Position;
import java.util.List;

/** A list of the file. */
final class Sequence extends Node {
    private final boolean flow;
    private final List<Node> items;

    /** @param flow written in [ ] */
    Sequence(Position position, boolean flow, List<Node> items) {
        super(position);
        this.flow = flow;
        this.items = items;
    }

    boolean isFlow() {
        return flow;
    }

    List<Node> items() {
        return items;
    }

    @Override
    String kind() {
        return "a list";
    }
}
