package io.lockgraft.language.expression;

import io.lockgraft.language.expression.handle.Handles;
import io.lockgraft.language.expression.tree.SyntaxNode;
import io.lockgraft.language.expression.value.AbsentException;
import io.lockgraft.language.expression.value.Elements;
import io.lockgraft.language.expression.value.EvaluationException;
import io.lockgraft.language.expression.value.KeyText;
import io.lockgraft.language.expression.value.MissingPartException;
import java.lang.invoke.MethodHandle;
import java.util.List;

/** One {expression} of a template, compiled down to its text. */
final class BoundPart {
    private final String source;
    private final MethodHandle text;
    private final MissingPartException isNull;
    private final MissingPartException isBlank;

    BoundPart(SyntaxNode node, MethodHandle value, boolean message) {
        this(node, Handles.text(value, message ? Handles.SHOWN : Handles.TEXT), "");
    }

    private BoundPart(SyntaxNode node, MethodHandle text, String whereNull) {
        this.source = "{" + node + "}";
        this.text = text;
        this.isNull = new MissingPartException("part " + source + " of the key is null" + whereNull);
        this.isBlank = new MissingPartException("part " + source + " of the key is blank");
    }

    /** The collection that the {@code [*]} of this node runs over. */
    static BoundPart source(SyntaxNode node, MethodHandle value) {
        return new BoundPart(node, Handles.as(value, Object.class), ": there is nothing to take [*] of");
    }

    String text(Object self, Object[] arguments) throws MissingPartException {
        String made;
        try {
            made = (String) text.invokeExact(self, arguments);
        } catch (Throwable t) {
            throw failure(t);
        }
        if (made == null) {
            throw isNull;
        }
        if (made.isEmpty() || made.charAt(0) <= ' ' && KeyText.isBlank(made)) {
            throw isBlank;
        }
        return made;
    }

    /** All that the {@code [*]} runs over, read once: the application's iterators may fail, ours do not. */
    List<Object> elements(Object self, Object[] arguments) throws MissingPartException {
        try {
            Object made = (Object) text.invokeExact(self, arguments);
            if (made != null) {
                return Elements.all(made);
            }
        } catch (Throwable t) {
            throw failure(t);
        }
        throw isNull;
    }

    /** Returns the text for a message: {@code null} for null, and the expression itself if it cannot be computed. */
    String shown(Object self, Object[] arguments) {
        try {
            return String.valueOf((String) text.invokeExact(self, arguments));
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable t) {
            return source;
        }
    }

    private EvaluationException failure(Throwable thrown) {
        EvaluationException failure = failure(source, "computed", thrown);
        String whole = source.substring(1, source.length() - 1);
        String safely = thrown instanceof AbsentException ? ((AbsentException) thrown).safely(whole) : null;
        return safely == null
                ? failure
                : new EvaluationException(failure.getMessage() + "; write " + safely
                        + " where that is a missing part of the key, which onMissingKey is for");
    }

    /**
     * What the application's code or ours threw, with the expression in front; a JVM in need is left alone.
     *
     * @param done what cannot be done: computed, written
     */
    static EvaluationException failure(String source, String done, Throwable thrown) {
        if (thrown instanceof VirtualMachineError) {
            throw (VirtualMachineError) thrown;
        }
        String what = source + " cannot be " + done + ": ";
        if (thrown instanceof EvaluationException || thrown instanceof AbsentException) {
            return new EvaluationException(what + thrown.getMessage(), thrown.getCause());
        }
        return new EvaluationException(what + thrown.getClass().getName(), thrown);
    }
}
