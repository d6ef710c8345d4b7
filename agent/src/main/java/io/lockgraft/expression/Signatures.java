package io.lockgraft.expression;

import io.lockgraft.type.FieldShape;
import io.lockgraft.type.MethodShape;
import io.lockgraft.type.TypeShape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads generic signatures with their type variables filled in: a variable that nothing fills is its bound. A signature
 * that does not read (some obfuscators leave such) counts as none.
 */
final class Signatures {
    private final String text;
    private final Map<String, StaticType> variables;
    private int at;

    private Signatures(String text, Map<String, StaticType> variables) {
        this.text = text;
        this.variables = variables;
    }

    /** What the type variables of this class stand for, in a type with these arguments. */
    static Map<String, StaticType> variables(TypeShape shape, List<StaticType> arguments) {
        Map<String, StaticType> variables = new HashMap<>();
        if (shape.signature() == null) {
            return variables;
        }
        try {
            List<String> names = new Signatures(shape.signature(), variables).formals();
            if (names.size() == arguments.size()) {
                for (int i = 0; i < names.size(); i++) {
                    variables.put(names.get(i), arguments.get(i));
                }
            }
        } catch (RuntimeException unreadable) {
            variables.clear();
        }
        return variables;
    }

    /** The super class and the interfaces of this class. */
    static List<StaticType> supers(TypeShape shape, Map<String, StaticType> variables) {
        List<String> erased = new ArrayList<>();
        if (shape.superName() != null) {
            erased.add(shape.superName());
        }
        erased.addAll(shape.interfaceNames());
        List<StaticType> read = new ArrayList<>();
        try {
            if (shape.signature() != null) {
                Signatures in = new Signatures(shape.signature(), new HashMap<>(variables));
                in.formals();
                // Reading the formals has set each to its bound.
                in.variables.putAll(variables);
                while (in.at < in.text.length()) {
                    read.add(in.type());
                }
            }
        } catch (RuntimeException unreadable) {
            read.clear();
        }
        return read.size() == erased.size() ? read : erasures(erased);
    }

    static StaticType returned(MethodShape method, Map<String, StaticType> variables) {
        try {
            if (method.signature() != null) {
                Signatures in = new Signatures(method.signature(), new HashMap<>(variables));
                in.formals();
                in.at = in.text.indexOf(')') + 1;
                return in.type();
            }
        } catch (RuntimeException unreadable) {
            return StaticType.of(method.returnType());
        }
        return StaticType.of(method.returnType());
    }

    static List<StaticType> parameters(MethodShape method, Map<String, StaticType> variables) {
        List<StaticType> read = new ArrayList<>();
        try {
            if (method.signature() != null) {
                Signatures in = new Signatures(method.signature(), new HashMap<>(variables));
                in.formals();
                in.at++;
                while (in.text.charAt(in.at) != ')') {
                    read.add(in.type());
                }
            }
        } catch (RuntimeException unreadable) {
            read.clear();
        }
        return read.size() == method.parameterTypes().size() ? read : erasures(method.parameterTypes());
    }

    static StaticType of(FieldShape field, Map<String, StaticType> variables) {
        try {
            if (field.signature() != null) {
                return new Signatures(field.signature(), variables).type();
            }
        } catch (RuntimeException unreadable) {
            return StaticType.of(field.type());
        }
        return StaticType.of(field.type());
    }

    private static List<StaticType> erasures(List<String> names) {
        List<StaticType> types = new ArrayList<>();
        for (String each : names) {
            types.add(StaticType.of(each));
        }
        return types;
    }

    /** Reads {@code <T:Lbound;...>} if it is there, and adds each variable with its first bound. */
    private List<String> formals() {
        if (text.charAt(at) != '<') {
            return Collections.emptyList();
        }
        List<String> names = new ArrayList<>();
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
                return StaticType.of(primitive(kind));
        }
    }

    private StaticType classType() {
        StringBuilder name = new StringBuilder();
        List<StaticType> arguments = Collections.emptyList();
        while (true) {
            char c = text.charAt(at++);
            if (c == ';') {
                return StaticType.of(name.toString(), arguments);
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
            if (kind == '*') {
                at++;
                all.add(StaticType.OBJECT);
            } else if (kind == '+') {
                at++;
                all.add(type());
            } else if (kind == '-') {
                at++;
                type();
                all.add(StaticType.OBJECT);
            } else {
                all.add(type());
            }
        }
        at++;
        return all;
    }

    private static String primitive(char kind) {
        switch (kind) {
            case 'Z':
                return "boolean";
            case 'B':
                return "byte";
            case 'S':
                return "short";
            case 'C':
                return "char";
            case 'I':
                return "int";
            case 'J':
                return "long";
            case 'F':
                return "float";
            case 'D':
                return "double";
            case 'V':
                return "void";
            default:
                throw new IllegalArgumentException("no type begins with " + kind);
        }
    }
}
