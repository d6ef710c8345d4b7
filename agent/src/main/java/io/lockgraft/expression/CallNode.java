package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code a.name(x, y)}: a public method, chosen by the static types. Where the object's type is open, one without
 * parameters is looked for at the call.
 */
final class CallNode extends Node {
    private final Node of;
    private final String name;
    private final List<Node> arguments;
    private final boolean safe;

    CallNode(Node of, String name, List<Node> arguments, boolean safe) {
        this.of = of;
        this.name = name;
        this.arguments = arguments;
        this.safe = safe;
    }

    @Override
    Typed type(Scope scope) throws BindException {
        Typed owner = of.type(scope);
        List<Typed> values = new ArrayList<>();
        List<StaticType> types = new ArrayList<>();
        for (Node each : arguments) {
            Typed value = each.type(scope);
            values.add(value);
            types.add(value.type());
        }
        StaticType type = owner.type();
        if (type.is("null")) {
            throw new BindException("null has no method '" + name + "'");
        }
        if (type.isDynamic() && scope.methods().named(type, name).isEmpty()) {
            return open(owner, type);
        }
        if (type.name().equals(scope.hierarchy().firstMissing(type))) {
            throw new BindException("class " + type.name() + " cannot be found");
        }
        Member method = scope.methods().find(type, name, types);
        scope.requireOther(method);
        if (method.type().is("void")) {
            throw new BindException("method " + method + " of " + type + " returns nothing");
        }
        boolean text = name.equals("toString") && values.isEmpty() && !type.is("java.lang.String");
        String problem = text ? TextRule.problemSaid(type, scope) : null;
        if (problem != null) {
            throw new BindException(problem);
        }
        return new Step(owner, values, method.type(), of, this, safe) {
            @Override
            MethodHandle member(Linker linker) throws ReflectiveOperationException {
                return text ? Handles.SAID : linker.member(method);
            }
        };
    }

    private Typed open(Typed owner, StaticType type) throws BindException {
        if (!arguments.isEmpty()) {
            throw new BindException(of + " is of type " + type + ", so its methods are found at the call; only those"
                    + " without arguments can be called, not " + name + "(...)");
        }
        return new Step(owner, type, of, this, safe) {
            @Override
            MethodHandle member(Linker linker) {
                return new DynamicMember(name, true, linker.access()).handle();
            }
        };
    }
}
