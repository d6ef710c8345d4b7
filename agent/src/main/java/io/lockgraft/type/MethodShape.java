package io.lockgraft.type;

import java.lang.reflect.Modifier;
import java.util.List;

/**
 * A method as far as a rule can see it. Types are written by their binary names, primitives by their keyword, arrays
 * with {@code []} behind: {@code int}, {@code com.shop.Cart$Line}, {@code java.lang.String[]}.
 */
public final class MethodShape {
    private final String owner;
    private final String name;
    private final String descriptor;
    private final int modifiers;
    private final String returnType;
    private final List<String> parameterTypes;
    private final List<String> parameterNames;
    private final List<String> exceptions;
    private final List<String> annotations;
    private final String signature;
    private final String whyNoNames;

    public MethodShape(
            String owner,
            String name,
            String descriptor,
            int modifiers,
            String returnType,
            List<String> parameterTypes,
            List<String> parameterNames,
            List<String> exceptions,
            List<String> annotations,
            String signature) {
        this(
                owner,
                name,
                descriptor,
                modifiers,
                returnType,
                parameterTypes,
                parameterNames,
                exceptions,
                annotations,
                signature,
                " are not in its class file (compiled without -g and -parameters)");
    }

    private MethodShape(
            String owner,
            String name,
            String descriptor,
            int modifiers,
            String returnType,
            List<String> parameterTypes,
            List<String> parameterNames,
            List<String> exceptions,
            List<String> annotations,
            String signature,
            String whyNoNames) {
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.modifiers = modifiers;
        this.returnType = returnType;
        this.parameterTypes = parameterTypes;
        this.parameterNames = parameterNames;
        this.exceptions = exceptions;
        this.annotations = annotations;
        this.signature = signature;
        this.whyNoNames = whyNoNames;
    }

    /** The same method with these parameter names. */
    MethodShape withNames(List<String> names) {
        return with(names, whyNoNames);
    }

    /** The same method, of which more is known about its parameter names. */
    MethodShape withoutNames(String why) {
        return with(parameterNames, why);
    }

    private MethodShape with(List<String> names, String why) {
        return new MethodShape(
                owner,
                name,
                descriptor,
                modifiers,
                returnType,
                parameterTypes,
                names,
                exceptions,
                annotations,
                signature,
                why);
    }

    /** The binary name of the declaring class. */
    public String owner() {
        return owner;
    }

    public String name() {
        return name;
    }

    /** The descriptor as in the class file. */
    public String descriptor() {
        return descriptor;
    }

    /** The flags as in the class file, synthetic and bridge among them. */
    public int modifiers() {
        return modifiers;
    }

    public String returnType() {
        return returnType;
    }

    public List<String> parameterTypes() {
        return parameterTypes;
    }

    /** One name for each parameter, or an empty list where the class file does not tell them. */
    public List<String> parameterNames() {
        return parameterNames;
    }

    /** Whether it has parameters, and nothing tells their names. */
    public boolean lacksNames() {
        return parameterNames.isEmpty() && !parameterTypes.isEmpty();
    }

    /** Why there are no parameter names, as the end of a sentence that begins with them. */
    public String whyNoNames() {
        return whyNoNames;
    }

    boolean isStatic() {
        return Modifier.isStatic(modifiers);
    }

    /** The declared exceptions, by binary name. */
    public List<String> exceptions() {
        return exceptions;
    }

    /** The binary names of the annotations, those that are only in the class file among them. */
    public List<String> annotations() {
        return annotations;
    }

    /** The generic signature as in the class file, or null. */
    public String signature() {
        return signature;
    }

    /** As a person writes it: {@code com.shop.PayService.payOrder(com.shop.PayDto, int)}. */
    @Override
    public String toString() {
        return owner + '.' + name + '(' + String.join(", ", parameterTypes) + ')';
    }
}
