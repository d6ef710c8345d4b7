package io.lockgraft.language.expression;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.expression.handle.Handles;
import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.handle.NumberConversion;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.ClassMember;
import io.lockgraft.language.expression.parse.Parser;
import io.lockgraft.language.expression.tree.PropertyNode;
import io.lockgraft.language.expression.tree.Scope;
import io.lockgraft.language.expression.tree.Setters;
import io.lockgraft.language.expression.tree.TypedNode;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.spi.text.SyntaxException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.List;

/**
 * A property of an argument that a rule writes a number to, as {@code order.version} in {@code fence: {set:
 * order.version}}. Parsed once, checked against a method's types, then bound to it.
 */
public final class Target {
    private final String text;
    private final PropertyNode property;
    private final boolean namesThis;

    private Target(String text, Parser parser) {
        this.text = text;
        this.property = (PropertyNode) parser.node();
        this.namesThis = parser.namesThis();
    }

    public static Target parse(String text) throws SyntaxException {
        Parser parser = Parser.alone(
                text,
                "a '{' has no place here: the property stands without braces, as order.version",
                "a property stands without braces: order.version");
        if (!(parser.node() instanceof PropertyNode)) {
            throw new SyntaxException(0, "a property of a parameter or of 'this' is expected here, as order.version");
        }
        return new Target(text, parser);
    }

    /** True if the path begins at the object that the method is called on. */
    public boolean namesThis() {
        return namesThis;
    }

    /** Why the target does not fit the method: a sentence each; empty where it fits. */
    public List<String> check(MethodShape method, TypeSource types) {
        Scope scope = new Scope(method, types);
        try {
            Setters.find(property.of.type(scope).type(), property.name, scope);
            return Collections.emptyList();
        } catch (BindException e) {
            return Collections.singletonList(e.getMessage());
        }
    }

    /** Compiles it for the method of the loaded class; throws BindException where it does not fit. */
    public BoundTarget bind(Class<?> owner, MethodShape method, Access access) throws BindException {
        LoadedTypes types = LoadedTypes.of(owner);
        Linker linker = new Linker(types, access);
        Scope scope = new Scope(method, types);
        try {
            TypedNode object = property.of.type(scope);
            ClassMember setter = Setters.find(object.type(), property.name, scope);
            MethodHandle set = linker.setter(setter);
            MethodHandle converted = NumberConversion.of(setter.type)
                    .asType(MethodType.methodType(set.type().parameterType(1), long.class));
            return new BoundTarget(
                    text,
                    Handles.as(object.handle(linker), Object.class),
                    MethodHandles.filterArguments(set, 1, converted)
                            .asType(MethodType.methodType(void.class, Object.class, long.class)),
                    property.safe ? null : property.of + " is null");
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            throw new BindException("the property " + text + " cannot be compiled: " + e, e);
        }
    }

    /** Returns the path as the rules file has it. */
    @Override
    public String toString() {
        return text;
    }
}
