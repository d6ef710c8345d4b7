package io.lockgraft.language.expression;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.StaticType;
import io.lockgraft.language.expression.parse.Parser;
import io.lockgraft.language.expression.tree.LiteralNode;
import io.lockgraft.language.expression.tree.Scope;
import io.lockgraft.language.expression.tree.SyntaxNode;
import io.lockgraft.language.expression.tree.TextRule;
import io.lockgraft.language.expression.tree.TypedNode;
import io.lockgraft.language.expression.value.KeyText;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.text.SyntaxException;
import java.util.ArrayList;
import java.util.List;

/** A key or a message: text with {expressions}. Parsed once, checked against a method's types, then bound to it. */
public final class Template {
    private final String text;
    private final boolean message;
    /** The text before, between and behind the parts: one more than there are parts. */
    private final List<String> texts = new ArrayList<>();

    private final List<SyntaxNode> parts = new ArrayList<>();
    /** Where each part begins. */
    private final List<Integer> braces = new ArrayList<>();

    private int several = -1;
    private boolean namesThis;

    private Template(String text, boolean message) throws SyntaxException {
        this.text = text;
        this.message = message;
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean brace = c == '{' || c == '}';
            boolean doubled = brace && at + 1 < text.length() && text.charAt(at + 1) == c;
            if (!brace || doubled) {
                literal.append(c);
                at += doubled ? 2 : 1;
            } else if (c == '}') {
                throw new SyntaxException(at, "this } closes nothing; write }} for the character");
            } else {
                texts.add(literal.toString());
                literal.setLength(0);
                at = part(at);
            }
        }
        texts.add(literal.toString());
    }

    /** Reads a key: every part of it must have a text that is the same in every JVM. */
    public static Template parse(String text) throws SyntaxException {
        Template template = new Template(text, false);
        if (template.parts.isEmpty() && KeyText.isBlank(template.texts.get(0))) {
            throw new SyntaxException(0, "a key cannot be blank");
        }
        return template;
    }

    /** Reads a message for a person: any value may be a part of it, and none is ever missing. It cannot be several. */
    public static Template parseMessage(String text) throws SyntaxException {
        return new Template(text, true);
    }

    private int part(int brace) throws SyntaxException {
        Parser parser = new Parser(text, brace + 1, true);
        if (parser.end() == text.length()) {
            throw new SyntaxException(brace, "this { is never closed; write {{ for the character");
        }
        if (parser.hasSeveral()) {
            if (several >= 0) {
                throw new SyntaxException(brace, "there can be only one [*] in a template");
            }
            several = parts.size();
        }
        namesThis |= parser.namesThis();
        parts.add(parser.node());
        braces.add(brace);
        return parser.end() + 1;
    }

    /** Refuses what reads and cannot be meant: numbers for parameters, and Spring's expressions. */
    public void requireSense() throws SyntaxException {
        for (int i = 0; i < parts.size(); i++) {
            SyntaxNode part = parts.get(i);
            Object value = part instanceof LiteralNode ? ((LiteralNode) part).value : "";
            if (value instanceof Number || value instanceof Boolean) {
                throw new SyntaxException(
                        braces.get(i),
                        "{" + part + "} is " + part + " in every call; "
                                + (value instanceof Integer ? "write {p" + part + "} for the parameter, or " : "write ")
                                + part + " without braces");
            }
        }
        if (isPlainKey()) {
            new PlainKey(text).requireNoHash();
        }
    }

    /** Whether the two differ in nothing but their parts' expressions. */
    public boolean hasTextOf(Template other) {
        return texts.equals(other.texts);
    }

    /** The text that every key of the template begins with; empty where it begins with an expression. */
    public String beginning() {
        return texts.get(0);
    }

    /** Whether it is a text without an expression, which is the same in every call. */
    public boolean isConstant() {
        return parts.isEmpty();
    }

    /** Whether a {@code [*]} in it makes several keys of one call. */
    public boolean isSeveral() {
        return several >= 0;
    }

    /** Whether the object that the method is called on is a part of it. */
    public boolean namesThis() {
        return namesThis;
    }

    /** Why the template does not fit the method: a sentence each; empty where it fits. */
    public List<String> check(MethodShape method, TypeSource types) {
        List<String> problems = new ArrayList<>();
        for (SyntaxNode each : parts) {
            try {
                typed(each, new Scope(method, types));
            } catch (BindException e) {
                problems.add(e.getMessage());
            }
        }
        String plain = isPlainKey() ? new PlainKey(texts.get(0)).problem(new Scope(method, types)) : null;
        if (plain != null) {
            problems.add(plain);
        }
        return problems;
    }

    private boolean isPlainKey() {
        return !message && parts.isEmpty();
    }

    /** What a person should know of a key that fits: a sentence each; mostly empty. */
    public List<String> notes(MethodShape method, TypeSource types) {
        List<String> notes = new ArrayList<>(0);
        String plain = isPlainKey() ? new PlainKey(texts.get(0)).note(new Scope(method, types)) : null;
        if (plain != null) {
            notes.add(plain);
        }
        for (SyntaxNode each : message ? new ArrayList<SyntaxNode>() : parts) {
            try {
                Scope scope = new Scope(method, types);
                StaticType type = each.type(scope).type();
                if (TextRule.isOpen(type, scope)) {
                    notes.add("only the call tells whether {" + each + "}, which is of type " + type
                            + ", has a text; a value without one, as most entities are, makes the call throw: name a"
                            + " property of it");
                }
            } catch (BindException e) {
                // It does not fit, which check() tells.
            }
        }
        return notes;
    }

    /** The template with the types of its parts, for a person: {@code PAY:{dto.orderNo: String}}. */
    public String describe(MethodShape method, TypeSource types) {
        StringBuilder described = new StringBuilder(Secrets.maskKnown(texts.get(0)));
        for (int i = 0; i < parts.size(); i++) {
            described.append('{').append(parts.get(i));
            try {
                StaticType type = typed(parts.get(i), new Scope(method, types)).type();
                described.append(": ").append(type);
            } catch (BindException e) {
                described.append(": does not fit");
            }
            described.append('}').append(Secrets.maskKnown(texts.get(i + 1)));
        }
        return described.toString();
    }

    private TypedNode typed(SyntaxNode part, Scope scope) throws BindException {
        TypedNode typed = part.type(scope);
        if (!message) {
            TextRule.require(typed.type(), scope);
        }
        return typed;
    }

    /** Compiles it for the method of the loaded class; throws BindException where it does not fit. */
    public BoundTemplate bind(Class<?> owner, MethodShape method, Access access) throws BindException {
        return bind("", "", owner, method, access);
    }

    /** The same with something in front of each text that it makes, and behind it: no text is put together twice. */
    public BoundTemplate bind(String before, String behind, Class<?> owner, MethodShape method, Access access)
            throws BindException {
        LoadedTypes types = LoadedTypes.of(owner);
        Linker linker = new Linker(types, access);
        List<BoundPart> bound = new ArrayList<>();
        BoundPart source = null;
        for (SyntaxNode each : parts) {
            try {
                Scope scope = new Scope(method, types);
                bound.add(new BoundPart(each, typed(each, scope).handle(linker), message));
                if (scope.several() != null) {
                    source = BoundPart.source(each, scope.several().handle(linker));
                }
            } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                throw new BindException("{" + each + "} of " + this + " cannot be compiled: " + e, e);
            }
        }
        String[] around = texts.toArray(new String[0]);
        around[0] = before + around[0];
        around[parts.size()] += behind;
        return new BoundTemplate(
                around,
                bound.toArray(new BoundPart[0]),
                source,
                several,
                method.parameterTypes().size());
    }

    /** As the rules file has it, but for secrets that have been filled in. */
    @Override
    public String toString() {
        return Secrets.maskKnown(text);
    }
}
