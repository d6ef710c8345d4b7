package io.lockgraft.language.expression;

import java.util.Map;
import java.util.function.Function;

/** An expression as a test writes it: its text, how tightly it binds, its type, and what it plainly means. */
record Written(String text, int level, Type type, Function<Map<String, Object>, Object> meaning) {
    static final int CHOICE = 0;
    static final int DEFAULT = 1;
    static final int OR = 2;
    static final int AND = 3;
    static final int NOT = 4;
    static final int EQUAL = 5;
    static final int ORDER = 6;
    static final int SUM = 7;
    static final int PRODUCT = 8;
    static final int UNARY = 9;
    static final int PATH = 10;

    /** What is known of it before it is computed. */
    enum Type {
        INT(Family.NUMBER, true),
        LONG(Family.NUMBER, true),
        DOUBLE(Family.NUMBER, true),
        BOXED_INT(Family.NUMBER, false),
        BOXED_LONG(Family.NUMBER, false),
        BOXED_DOUBLE(Family.NUMBER, false),
        DECIMAL(Family.NUMBER, false),
        INTEGER(Family.NUMBER, false),
        TEXT(Family.TEXT, false),
        BOOLEAN(Family.TRUTH, true),
        BOXED_BOOLEAN(Family.TRUTH, false),
        ENUM(Family.OTHER, false),
        OPEN(Family.OPEN, false);

        final Family family;
        final boolean primitive;

        Type(Family family, boolean primitive) {
            this.family = family;
            this.primitive = primitive;
        }

        Type boxed() {
            return switch (this) {
                case INT -> BOXED_INT;
                case LONG -> BOXED_LONG;
                case DOUBLE -> BOXED_DOUBLE;
                case BOOLEAN -> BOXED_BOOLEAN;
                default -> this;
            };
        }

        Type unboxed() {
            return switch (this) {
                case BOXED_INT -> INT;
                case BOXED_LONG -> LONG;
                case BOXED_DOUBLE -> DOUBLE;
                case BOXED_BOOLEAN -> BOOLEAN;
                default -> this;
            };
        }

        static Type joined(Type a, Type b) {
            return a == b ? a : a.boxed() == b.boxed() ? a.boxed() : OPEN;
        }

        /** Whether operators compute with it. */
        boolean isWhole() {
            return unboxed() == INT || unboxed() == LONG;
        }

        static Type computed(Type a, Type b) {
            Type wider = a.unboxed() == LONG || b.unboxed() == LONG ? LONG : INT;
            return a.primitive && b.primitive ? wider : wider.boxed();
        }
    }

    /** Which operators take it. */
    enum Family {
        NUMBER,
        TEXT,
        TRUTH,
        OTHER,
        OPEN
    }

    /** Its text where something that binds at this level is expected. */
    String at(int wanted) {
        return level >= wanted ? text : "(" + text + ")";
    }
}
