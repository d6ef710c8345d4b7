package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code a.name(x, y)}: a public method, chosen by the static types, or at the call where the object's type is open.
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
    Typed type(Scope scope) throws Misfit {
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
            throw new Misfit("null has no method '" + name + "'");
        }
        if (type.isDynamic() && scope.methods().named(type, name).isEmpty()) {
            return new Call(owner, StaticType.OBJECT, of, this, safe, values) {
                @Override
                MethodHandle method(Linker linker) {
                    return new DynamicCall(name, values.size(), linker.access()).handle();
                }
            };
        }
        String missing = scope.hierarchy().firstMissing(type);
        if (type.name().equals(missing)) {
            throw new Misfit("class " + missing + " cannot be found");
        }
        Member method = scope.other(scope.methods().find(type, name, types));
        if (method.type().is("void")) {
            throw new Misfit("method " + method + " of " + type + " returns nothing");
        }
        boolean text = name.equals("toString") && values.isEmpty() && !type.is("java.lang.String");
        String problem = text ? TextRule.problemSaid(type, scope) : null;
        if (problem != null) {
            throw new Misfit(problem);
        }
        return new Call(owner, method.type(), of, this, safe, values) {
            @Override
            MethodHandle method(Linker linker) throws ReflectiveOperationException {
                return text ? Functions.SAID : linker.member(method);
            }
        };
    }
}
