package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.member.AnnotationAttributes;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.ClassMember;
import io.lockgraft.language.expression.member.GenericTypes;
import io.lockgraft.language.expression.member.Hierarchy;
import io.lockgraft.language.expression.member.Methods;
import io.lockgraft.language.expression.member.Properties;
import io.lockgraft.language.expression.member.StaticType;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeNames;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;

/** The names that an expression can use: one method's parameters, its object, and the types behind them. */
public final class Scope {
    private static final String[] ORDINALS = {"th", "st", "nd", "rd"};

    private final MethodShape method;
    final Hierarchy hierarchy;
    final Properties properties;
    final Methods methods;
    final List<StaticType> parameters;
    private TypedNode several;

    public Scope(MethodShape method, TypeSource types) {
        this.method = method;
        this.hierarchy = new Hierarchy(types);
        this.properties = new Properties(hierarchy);
        this.methods = new Methods(hierarchy);
        TypeShape owner = hierarchy.shape(method.owner());
        this.parameters = GenericTypes.parameters(
                method,
                owner == null ? new HashMap<>() : GenericTypes.variables(owner, Collections.<StaticType>emptyList()));
    }

    AnnotationAttributes attributes() {
        return new AnnotationAttributes(method, hierarchy);
    }

    /** Refuses the locked method itself: its call would ask for its own key, and so on without an end. */
    void requireOther(ClassMember member) throws BindException {
        if (member.name.equals(method.name())
                && member.descriptor.equals(method.descriptor())
                && member.owner.equals(method.owner())) {
            throw new BindException(
                    method.name() + "() is the locked method itself, which cannot be called for its own lock");
        }
    }

    /** Refuses a type whose class cannot be found. */
    void requireFound(StaticType type) throws BindException {
        if (!type.isPrimitive() && hierarchy.shape(type.name()) == null) {
            throw new BindException("class " + type.name() + " cannot be found");
        }
    }

    boolean isStatic() {
        return method.isStatic();
    }

    StaticType self() {
        return StaticType.of(method.owner());
    }

    /** The position of this parameter, by name or as {@code p0}; where the two are not the same, it is neither. */
    public int position(String name) throws BindException {
        int byName = method.parameterNames().indexOf(name);
        int byPosition = byPosition(name);
        boolean isPosition = byPosition >= 0 && byPosition < parameters.size();
        if (byName >= 0 && isPosition && byName != byPosition) {
            throw new BindException(name + " is the name of the parameter at position " + byName
                    + " and the position of another one, "
                    + method.parameterNames().get(byPosition) + "; write "
                    + written(byName) + " for the one that is named " + name + ", and " + written(byPosition)
                    + " for the other");
        }
        if (byName >= 0 || isPosition) {
            return byName >= 0 ? byName : byPosition;
        }
        throw new BindException(
                byPosition >= 0 ? "no parameter " + name + "; the method has " + counted() : unknown(name));
    }

    /** The position that a {@code p0} gives; -1 for what is none. */
    private static int byPosition(String name) {
        int at = 1;
        while (at < name.length() && name.charAt(at) >= '0' && name.charAt(at) <= '9') {
            at++;
        }
        boolean is = name.startsWith("p") && at == name.length() && at > 1 && at <= 4;
        return is ? Integer.parseInt(name.substring(1)) : -1;
    }

    /** Returns a name of the parameter at this position that means nothing else. */
    private String written(int position) {
        for (String each : new String[] {method.parameterNames().get(position), "p" + position, "p0" + position}) {
            int byName = method.parameterNames().indexOf(each);
            int byPosition = byPosition(each);
            if ((byName < 0 || byName == position)
                    && (byPosition < 0 || byPosition == position || byPosition >= parameters.size())) {
                return each;
            }
        }
        return "p00" + position;
    }

    private String counted() {
        int count = parameters.size();
        return count == 0 ? "none" : count == 1 ? "one, p0" : count + ", p0 to p" + (count - 1);
    }

    private String unknown(String name) {
        String hint = "";
        if (!isStatic() && properties.find(self(), name) != null) {
            hint = "; its class has such a property: write this." + name;
        }
        if (parameters.isEmpty()) {
            return "no parameter '" + name + "'; the method has none" + hint;
        }
        if (!method.parameterNames().isEmpty()) {
            return "no parameter '" + name + "'; the method has " + String.join(", ", method.parameterNames()) + hint;
        }
        List<String> positions = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            positions.add("p" + i + " for the " + ordinal(i + 1) + " (" + parameters.get(i) + ')');
        }
        return "the parameter names of " + TypeNames.simple(method.owner()) + '.' + method.name() + method.whyNoNames()
                + ": write " + String.join(", ", positions) + hint;
    }

    private static String ordinal(int number) {
        int digit = number % 100 / 10 == 1 ? 0 : number % 10;
        return number + (digit < ORDINALS.length ? ORDINALS[digit] : "th");
    }

    /** Remembers what the {@code [*]} runs over; its elements come as one argument more, behind the method's own. */
    public void several(TypedNode source) {
        several = source;
    }

    /** Returns the collection that the {@code [*]} of the expression runs over, or null. */
    public TypedNode several() {
        return several;
    }
}
