package io.lockgraft.language.type;

import java.lang.reflect.Modifier;
import java.util.List;
import net.bytebuddy.jar.asm.Type;

/**
 * A method as far as a rule can see it. Types are written by their binary names, primitives by their keyword, arrays
 * with {@code []} behind: {@code int}, {@code com.shop.Cart$Line}, {@code java.lang.String[]}.
 */
public final class MethodShape {
    private static final int SYNTHETIC = 0x1000;

    private final String owner;
    private final String name;
    private final String descriptor;
    private final int modifiers;
    private final String returnType;
    private final List<String> parameterTypes;
    private final List<String> parameterNames;
    private final List<String> exceptions;
    private final List<AnnotationShape> annotations;
    private final String signature;
    private final String whyNoNames;
    private final List<AnnotationShape> ofOwner;
    private final AttributeValue byDefault;

    /**
     * @param ofOwner the annotations of the declaring class
     * @param byDefault of the attribute of an annotation; else null
     */
    public MethodShape(
            String owner,
            String name,
            String descriptor,
            int modifiers,
            List<String> parameterNames,
            List<String> exceptions,
            List<AnnotationShape> annotations,
            String signature,
            List<AnnotationShape> ofOwner,
            AttributeValue byDefault) {
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.modifiers = modifiers;
        this.returnType = Type.getReturnType(descriptor).getClassName();
        this.parameterTypes = TypeNames.of(Type.getArgumentTypes(descriptor));
        this.parameterNames = parameterNames;
        this.exceptions = exceptions;
        this.annotations = annotations;
        this.signature = signature;
        this.whyNoNames = " are not in its class file (compiled without -g and -parameters)";
        this.ofOwner = ofOwner;
        this.byDefault = byDefault;
    }

    private MethodShape(MethodShape same, List<String> parameterNames, String whyNoNames) {
        this.owner = same.owner;
        this.name = same.name;
        this.descriptor = same.descriptor;
        this.modifiers = same.modifiers;
        this.returnType = same.returnType;
        this.parameterTypes = same.parameterTypes;
        this.parameterNames = parameterNames;
        this.exceptions = same.exceptions;
        this.annotations = same.annotations;
        this.signature = same.signature;
        this.whyNoNames = whyNoNames;
        this.ofOwner = same.ofOwner;
        this.byDefault = same.byDefault;
    }

    /** Returns this method with these parameter names. */
    public MethodShape withNames(List<String> names) {
        return new MethodShape(this, names, whyNoNames);
    }

    /** Returns this method with the reason why its parameter names are missing. */
    public MethodShape withoutNames(String why) {
        return new MethodShape(this, parameterNames, why);
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

    /** Returns one name for each parameter, or an empty list if the class file has none. */
    public List<String> parameterNames() {
        return parameterNames;
    }

    /** True if the method has parameters whose names are not known. */
    public boolean lacksNames() {
        return parameterNames.isEmpty() && !parameterTypes.isEmpty();
    }

    /** Why there are no parameter names, as the end of a sentence that begins with them. */
    public String whyNoNames() {
        return whyNoNames;
    }

    public boolean isStatic() {
        return Modifier.isStatic(modifiers);
    }

    /** True if the compiler made the method beside those of the source. */
    public boolean isSynthetic() {
        return (modifiers & SYNTHETIC) != 0;
    }

    /** The declared exceptions, by binary name. */
    public List<String> exceptions() {
        return exceptions;
    }

    /**
     * Returns the annotations, those that are only in the class file included. Empty if the shape was not read from
     * one.
     */
    public List<AnnotationShape> annotations() {
        return annotations;
    }

    /** Returns the annotations of the declaring class, as {@link #annotations} does those of the method. */
    public List<AnnotationShape> ownerAnnotations() {
        return ofOwner;
    }

    /** The default of the attribute of an annotation that this is; null where it has none, or is none. */
    public AttributeValue defaultValue() {
        return byDefault;
    }

    /** The generic signature as in the class file, or null. */
    public String signature() {
        return signature;
    }

    /** Returns the method as reports write it: {@code payOrder(com.shop.PayDto, int): boolean}. */
    public String described() {
        return name + '(' + String.join(", ", parameterTypes) + "): " + returnType;
    }

    /** Returns the method as messages write it: {@code com.shop.PayService.payOrder(com.shop.PayDto, int)}. */
    @Override
    public String toString() {
        return owner + '.' + name + '(' + String.join(", ", parameterTypes) + ')';
    }
}
