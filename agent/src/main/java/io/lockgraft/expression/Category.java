package io.lockgraft.expression;

/** What an operator can know of its operands before there are any. */
enum Category {
    NUMBER,
    TEXT,
    BOOLEAN,
    NULL,
    OTHER;

    static Category of(StaticType type, Scope scope) {
        if (type.is("null")) {
            return NULL;
        }
        if (type.unboxed().is("boolean")) {
            return BOOLEAN;
        }
        if (type.isWhole() || scope.hierarchy().isSubtype(type.boxed(), "java.lang.Number")) {
            return NUMBER;
        }
        return scope.hierarchy().isSubtype(type, "java.lang.CharSequence") ? TEXT : OTHER;
    }
}
