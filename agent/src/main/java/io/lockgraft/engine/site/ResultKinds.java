package io.lockgraft.engine.site;

import io.lockgraft.language.type.TypeSource;

/** Tells which return types are those of asynchronous methods. */
public interface ResultKinds {
    /**
     * Of what a method of this return type returns; null where its work is done then, or where its end cannot be seen.
     */
    ResultKind kindOf(String returnType, TypeSource types);
}
