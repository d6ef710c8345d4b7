package io.lockgraft.type;

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
