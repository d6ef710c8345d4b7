package io.lockgraft.expression;

import java.util.List;

/** A template compiled for one method. Thread-safe; at a call it parses nothing and looks nothing up by name. */
public interface BoundTemplate {
    /**
     * The key of this call.
     *
     * @throws MissingPartException where a part is null or blank
     * @throws EvaluationException where the application's code threw, or a dynamic type does not fit
     */
    String key(Object self, Object[] arguments) throws MissingPartException;

    /** The keys of this call: one, or one for each element of the {@code [*]}; neither sorted nor deduplicated. */
    List<String> keys(Object self, Object[] arguments) throws MissingPartException;

    /** The same text for a person: a null part reads {@code null}. */
    String message(Object self, Object[] arguments);
}
