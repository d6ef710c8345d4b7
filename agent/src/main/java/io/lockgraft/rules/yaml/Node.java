package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Position;

/** A piece of the file as YAML structures it: a scalar, a sequence or a mapping; knows where it begins. */
public abstract class Node {
    private final Position position;
    private final String kind;

    Node(Position position, String kind) {
        this.position = position;
        this.kind = kind;
    }

    public final Position position() {
        return position;
    }

    /** True if YAML reads this node as no value. */
    public boolean isNull() {
        return false;
    }

    /** Names the kind of this node, for a reader who does not know YAML. */
    public final String kind() {
        return kind;
    }

    /** Stands where a node was that is a mistake already; nothing more is said of it. */
    public static final class Broken extends Node {
        Broken(Position position) {
            super(position, "a mistake");
        }
    }
}
