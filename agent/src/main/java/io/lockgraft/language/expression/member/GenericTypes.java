package io.lockgraft.language.expression.member;

import io.lockgraft.language.type.FieldShape;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.Type;

/**
 * Reads generic signatures with their type variables filled in: a variable that nothing fills is its bound. A signature
 * that does not read (some obfuscators leave such) counts as none.
 */
public final class GenericTypes {
    private final String text;
    private final Map<String, StaticType> variables;
    private int at;

    /** @param text null where there is no signature */
    private GenericTypes(String text, Map<String, StaticType> variables) {
        this.text = text == null ? "" : text;
        this.variables = variables;
    }

    /** Returns the types that the type variables of this class stand for, in a type with these arguments. */
    public static Map<String, StaticType> variables(TypeShape shape, List<StaticType> arguments) {
        Map<String, StaticType> variables = new HashMap<>();
        try {
            List<String> names = new GenericTypes(shape.signature(), variables).formals();
            for (int i = 0; names.size() == arguments.size() && i < names.size(); i++) {
                variables.put(names.get(i), arguments.get(i));
            }
        } catch (RuntimeException unreadable) {
            variables.clear();
        }
        return variables;
    }

    /** The super class and the interfaces of this class. */
    static List<StaticType> supers(TypeShape shape, Map<String, StaticType> variables) {
        return read(shape.signature(), variables, shape.superNames());
    }

    static StaticType returned(MethodShape method, Map<String, StaticType> variables) {
        return of(method, variables).get(method.parameterTypes().size());
    }

    public static List<StaticType> parameters(MethodShape method, Map<String, StaticType> variables) {
        return of(method, variables).subList(0, method.parameterTypes().size());
    }

    /** The types of the parameters, and behind them the one that is returned. */
    private static List<StaticType> of(MethodShape method, Map<String, StaticType> variables) {
        List<String> erased = new ArrayList<>(method.parameterTypes());
        erased.add(method.returnType());
        return read(method.signature(), variables, erased);
    }

    static StaticType of(FieldShape field, Map<String, StaticType> variables) {
        return read(field.signature(), variables, Collections.singletonList(field.type()))
                .get(0);
    }

    /** The types of a signature in their order, without thrown ones; the erased ones where it does not read. */
    private static List<StaticType> read(String signature, Map<String, StaticType> given, List<String> erased) {
        List<StaticType> read = new ArrayList<>();
        try {
            GenericTypes in = new GenericTypes(signature, new HashMap<>(given));
            in.formals();
            if (in.text.indexOf('(') < 0) {
                // Reading the formals of a class has set each to its bound; a method's are not those of its class.
                in.variables.putAll(given);
            }
            while (in.at < in.text.length() && in.text.charAt(in.at) != '^') {
                if (in.text.charAt(in.at) == '(' || in.text.charAt(in.at) == ')') {
                    in.at++;
                } else {
                    read.add(in.type());
                }
            }
        } catch (RuntimeException unreadable) {
            read.clear();
        }
        return read.size() == erased.size() ? read : StaticType.all(erased);
    }

    /** Reads {@code <T:Lbound;...>} if it is there, and adds each variable with its first bound. */
    private List<String> formals() {
        List<String> names = new ArrayList<>();
        if (!text.startsWith("<")) {
            return names;
        }
        at++;
        while (text.charAt(at) != '>') {
            int colon = text.indexOf(':', at);
            String name = text.substring(at, colon);
            StaticType first = null;
            at = colon;
            while (text.charAt(at) == ':') {
                at++;
                if (text.charAt(at) != ':') {
                    StaticType bound = type();
                    first = first == null ? bound : first;
                }
            }
            variables.put(name, first == null ? StaticType.OBJECT : first);
            names.add(name);
        }
        at++;
        return names;
    }

    private StaticType type() {
        char kind = text.charAt(at++);
        switch (kind) {
            case '[':
                return type().array();
            case 'T':
                String variable = text.substring(at, text.indexOf(';', at));
                at += variable.length() + 1;
                StaticType filled = variables.get(variable);
                return filled == null ? StaticType.OBJECT : filled;
            case 'L':
                return classType();
            default:
                return StaticType.of(Type.getType(String.valueOf(kind)).getClassName());
        }
    }

    private StaticType classType() {
        StringBuilder name = new StringBuilder();
        List<StaticType> arguments = Collections.emptyList();
        while (true) {
            char c = text.charAt(at++);
            if (c == ';') {
                return new StaticType(name.toString(), arguments);
            } else if (c == '<') {
                arguments = arguments();
            } else if (c == '.') {
                name.append('$');
                arguments = Collections.emptyList();
            } else {
                name.append(c == '/' ? '.' : c);
            }
        }
    }

    private List<StaticType> arguments() {
        List<StaticType> all = new ArrayList<>();
        while (text.charAt(at) != '>') {
            char kind = text.charAt(at);
            at += kind == '*' || kind == '+' || kind == '-' ? 1 : 0;
            StaticType type = kind == '*' ? StaticType.OBJECT : type();
            // What takes a type (? super T) may be anything above it.
            all.add(kind == '-' ? StaticType.OBJECT : type);
        }
        at++;
        return all;
    }
}
