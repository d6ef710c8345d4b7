package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.Hierarchy;
import io.lockgraft.language.expression.member.StaticType;
import io.lockgraft.language.expression.tree.OperatorNode.Kind;
import io.lockgraft.language.expression.tree.OperatorNode.Operand;
import io.lockgraft.language.type.FieldShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.spi.text.NearNames;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a value can ever be equal to a text: an enum only to the name of a constant, and what is of a final class
 * that
 * is no text to none. Such a condition would never lock, or never leave a call out, and it would not be noticed.
 */
final class TextEquality {
    private static final int ENUM = 0x4000;

    private final ComparisonNode comparison;
    private final Scope scope;

    TextEquality(ComparisonNode comparison, Scope scope) {
        this.comparison = comparison;
        this.scope = scope;
    }

    void require(Operand first, Operand second) throws BindException {
        if (first.is(Kind.TEXT) && second.is(Kind.OTHER)) {
            require(second, first, true);
        } else if (first.is(Kind.OTHER) && second.is(Kind.TEXT)) {
            require(first, second, false);
        }
    }

    private void require(Operand value, Operand text, boolean textFirst) throws BindException {
        Hierarchy hierarchy = scope.hierarchy;
        if (hierarchy.isSubtype(value.type, "java.lang.Enum")) {
            Object written = text.node instanceof LiteralNode ? ((LiteralNode) text.node).value : null;
            if (written != null) {
                requireConstant(value.type, written.toString());
            }
            return;
        }
        boolean unknown = !value.type.isArray()
                && (hierarchy.shape(value.type.name()) == null || hierarchy.firstMissing(value.type) != null);
        if (!unknown
                && !value.type.unboxed().is("char")
                && !TextRule.mayBe(value.type, "java.lang.CharSequence", hierarchy)) {
            throw never(value.type + " is no text; " + advice(value, text, textFirst));
        }
    }

    private void requireConstant(StaticType type, String name) throws BindException {
        List<String> constants = new ArrayList<>();
        TypeShape shape = scope.hierarchy.shape(type.name());
        for (FieldShape each : shape == null ? new ArrayList<FieldShape>() : shape.fields()) {
            if ((each.modifiers() & ENUM) != 0) {
                constants.add(each.name());
            }
        }
        if (!constants.isEmpty() && !constants.contains(name)) {
            String near = NearNames.didYouMean(name, constants);
            throw never(type + " has no constant '" + name + '\''
                    + (near.isEmpty() ? "; it has " + String.join(", ", constants) : near));
        }
    }

    private BindException never(String why) {
        return new BindException(
                comparison + " is " + (comparison.operator.equals("==") ? "never" : "always") + " true: " + why);
    }

    /** Returns the text to write instead. It keeps the meaning of null: equal to no text. */
    private String advice(Operand value, Operand text, boolean textFirst) {
        String source = value.node.toString();
        String object = source.indexOf(' ') < 0 ? source : '(' + source + ')';
        String instead;
        if (value.type.isArray()) {
            instead = object + "[0]";
        } else if (value.type.is("java.util.Optional")) {
            instead = object + ".orElse(null)";
        } else if (value.type.is("java.lang.Class")) {
            instead = object + "?.name";
        } else if (TextRule.problem(value.type, scope) != null) {
            String names = scope.properties.told(value.type, "id");
            return "compare a property of it" + (names.isEmpty() ? "" : ": " + names);
        } else {
            instead = object + "?.toString()";
        }
        return "write " + (textFirst ? text.node : instead) + ' ' + comparison.operator + ' '
                + (textFirst ? instead : text.node);
    }
}
