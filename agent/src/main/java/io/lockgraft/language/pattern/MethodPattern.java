package io.lockgraft.language.pattern;

import io.lockgraft.language.type.AnnotationShape;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.classfile.LambdaCreation;
import io.lockgraft.spi.text.SyntaxException;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** A method pattern of a rule, as AspectJ writes them: {@code com.shop.PayService.payOrder(PayDto, int)}. */
public final class MethodPattern {
    /** Stands among the parameters for {@code ..}. */
    static final NamePattern ANY_NUMBER = NamePattern.ofReference("*", "");

    private static final List<String> MAIN = Collections.singletonList("java.lang.String[]");

    private final String text;
    private final NamePattern annotation;
    private final NamePattern returnType;
    private final NamePattern type;
    private final boolean subtypes;
    private final String method;

    /** The pattern of the name; null if it has no wildcard. */
    private final Pattern names;

    private final List<NamePattern> parameters;
    private final List<String> hints;

    private MethodPattern(PatternParser parsed) {
        this.text = parsed.text;
        this.annotation = parsed.annotation;
        this.returnType = parsed.returnType;
        this.type = parsed.type;
        this.subtypes = parsed.subtypes;
        this.method = parsed.method;
        this.names =
                method.indexOf('*') < 0 ? null : Pattern.compile(("\\Q" + method + "\\E").replace("*", "\\E.*\\Q"));
        this.parameters = parsed.parameters;
        this.hints = Collections.unmodifiableList(parsed.hints);
    }

    public static MethodPattern parse(String text) throws SyntaxException {
        return new MethodPattern(new PatternParser(text));
    }

    /** The only class that can match, by binary name; null where the pattern has a wildcard, a + or an annotation. */
    public String exactClass() {
        return isExact() ? type.binaryNames().get(0) : null;
    }

    /**
     * All that {@link #exactClass} may be where a dot may also be a dollar, the likeliest first; empty for other
     * patterns.
     */
    public List<String> exactClasses() {
        return isExact() ? type.binaryNames() : Collections.<String>emptyList();
    }

    /**
     * All that the class, or the type whose subtypes are taken, may be called, the likeliest first; empty where it is
     * written with a wildcard, or an annotation stands before it.
     */
    public List<String> typeNames() {
        return type.isExact() && annotation == null ? type.binaryNames() : Collections.<String>emptyList();
    }

    private boolean isExact() {
        return type.isExact() && !subtypes && annotation == null;
    }

    /** True if the pattern names one class and one method of it, without a wildcard. */
    public boolean namesMethod() {
        return isExact() && method.indexOf('*') < 0;
    }

    /** The class as the pattern writes it, wildcards included, without the plus. */
    public String className() {
        return type.toString();
    }

    /** The method's name as the pattern writes it. */
    public String methodName() {
        return method;
    }

    /**
     * Returns the beginning of the name of every class that matches: a package and its dot, which may also be a dollar.
     * Empty if nothing is fixed.
     */
    public String fixedPackage() {
        return subtypes ? "" : type.fixedPackage();
    }

    /** True if subtypes of the named type match. */
    public boolean takesSubtypes() {
        return subtypes;
    }

    /** True if a method must have an annotation. */
    public boolean wantsAnnotation() {
        return annotation != null;
    }

    /** Returns the end of the name of every annotation that matches; empty if nothing is fixed. */
    public String annotationEnd() {
        return annotation.fixedEnd();
    }

    /** True if an annotation of this binary name is the wanted one. */
    public boolean takesAnnotation(String binaryName) {
        return annotation.matches(binaryName);
    }

    /** Returns hints for the author of the pattern, a sentence each; mostly empty. */
    public List<String> hints() {
        return hints;
    }

    /** True if the pattern names this class, or names it as the type whose subtypes match. */
    public boolean namesType(String binaryName) {
        return type.matches(binaryName);
    }

    /** True if the pattern matches this method of this class. {@link Unlockable} says what can never be locked. */
    public boolean matches(TypeShape owner, MethodShape candidate, TypeSource types) {
        return matchesMethod(candidate)
                && (isExact() || !Unlockable.isProxy(owner.name()))
                && (type.matches(owner.name()) || subtypes && new Ancestors(owner, types).declare(type, candidate));
    }

    /** True if a method of this name may match. */
    public boolean takesName(String name) {
        return names == null
                ? method.equals(name)
                : name.charAt(0) != '<' && names.matcher(name).matches();
    }

    /** True if the pattern matches this method, whatever its class. */
    public boolean matchesMethod(MethodShape candidate) {
        return takesName(candidate.name())
                && (names == null || annotation != null || !isMain(candidate))
                && (parameters == null || match(parameters, candidate.parameterTypes()))
                && (returnType == null || returnType.matches(candidate.returnType()))
                && (annotation == null || isAnnotated(candidate));
    }

    /** True if the pattern matches the method that a lambda is made for, whatever its interface. */
    boolean takesLambda(LambdaCreation made) {
        return takesName(made.method())
                && (parameters == null
                        || match(parameters, made.parameterTypes())
                        || match(parameters, made.erasedTypes()));
    }

    private static boolean match(List<NamePattern> types, List<String> given) {
        if (types.isEmpty()) {
            return given.isEmpty();
        }
        NamePattern first = types.get(0);
        List<NamePattern> rest = types.subList(1, types.size());
        if (first == ANY_NUMBER && match(rest, given)) {
            return true;
        }
        List<NamePattern> next = first == ANY_NUMBER ? types : rest;
        return !given.isEmpty()
                && (first == ANY_NUMBER || first.matches(given.get(0)))
                && match(next, given.subList(1, given.size()));
    }

    /** True if the type declares a method that matches, with a body or without. */
    public boolean isDeclaredBy(TypeShape owner) {
        for (MethodShape each : owner.methods()) {
            if (matchesMethod(each)) {
                return true;
            }
        }
        return false;
    }

    /** True for {@code main(String[])}. It runs for as long as the application does, so a wildcard does not mean it. */
    private static boolean isMain(MethodShape candidate) {
        return candidate.name().equals("main") && candidate.parameterTypes().equals(MAIN);
    }

    private boolean isAnnotated(MethodShape candidate) {
        for (AnnotationShape present : candidate.annotations()) {
            if (takesAnnotation(present.name())) {
                return true;
            }
        }
        return false;
    }

    /** Returns the pattern as the rules file has it. */
    @Override
    public String toString() {
        return text;
    }
}
