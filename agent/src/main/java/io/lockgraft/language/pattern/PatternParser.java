package io.lockgraft.language.pattern;

import io.lockgraft.spi.text.SyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Reads one method pattern; every mistake says where it is and what to write instead. */
final class PatternParser {
    private static final List<String> MODIFIERS = Arrays.asList(
            "public protected private static final synchronized abstract native default strictfp".split(" "));
    /** Wildcards alone, and types that nearly every method may have: nothing in them tells what is meant. */
    private static final Pattern NAMES_NOTHING =
            Pattern.compile("(?:[*.,()+@\\[\\]\\s]|\\b(?:void|boolean|byte|char|short|int|long|float|double)\\b)*");

    private static final String EXAMPLE = "com.shop.PayService.payOrder(PayDto)";

    final String text;
    final List<String> hints = new ArrayList<>();
    NamePattern annotation;
    NamePattern returnType;
    NamePattern type;
    boolean subtypes;
    String method;
    List<NamePattern> parameters;

    PatternParser(String text) throws SyntaxException {
        this.text = text;
        int at = skipBlanks(0);
        if (at < text.length() && text.charAt(at) == '@') {
            int end = at + 1;
            while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
                end++;
            }
            annotation = NamePattern.ofReference(checkedName(at + 1, end, "an annotation"), "");
            at = skipBlanks(end);
        }
        int open = text.indexOf('(', at);
        List<int[]> words = cut(at, open < 0 ? text.length() : open, false);
        if (words.isEmpty()) {
            throw new SyntaxException(at, "no method is named; write one as in " + EXAMPLE);
        }
        if (words.size() > 1) {
            refuseWords(words);
            returnType = reference(words.get(0)[0], words.get(0)[1]);
        }
        int[] name = words.get(words.size() - 1);
        parameters = open < 0 ? null : parameters(open);
        readMethod(name[0], name[1]);
    }

    private void refuseWords(List<int[]> words) throws SyntaxException {
        for (int[] word : words.subList(0, words.size() - 1)) {
            String modifier = text.substring(word[0], word[1]);
            if (MODIFIERS.contains(modifier)) {
                throw new SyntaxException(
                        word[0], "leave '" + modifier + "' away; a pattern is class, name and parameters: " + EXAMPLE);
            }
        }
        if (words.size() > 2) {
            throw new SyntaxException(
                    words.get(2)[0],
                    "there is a space too many; a pattern is [return type] class.method(parameters), as in " + EXAMPLE);
        }
    }

    private void readMethod(int from, int to) throws SyntaxException {
        for (String wrong : new String[] {"#", "::", "/"}) {
            int at = text.substring(from, to).indexOf(wrong);
            if (at >= 0) {
                throw new SyntaxException(from + at, "write '.' instead of '" + wrong + "', as in " + EXAMPLE);
            }
        }
        int dot = text.lastIndexOf('.', to - 1);
        if (dot <= from) {
            String word = text.substring(dot < from ? from : from + 1, to);
            throw new SyntaxException(
                    from,
                    "'" + word + "' has no class in front; write com.shop.SomeClass." + word + ", or *." + word
                            + " for every class");
        }
        method = text.substring(dot + 1, to);
        if (method.isEmpty()) {
            throw new SyntaxException(dot, "no method is named behind the last '.'; write one, or * for all");
        }
        subtypes = text.charAt(dot - 1) == '+';
        int end = subtypes ? dot - 1 : dot;
        if (end > from && text.charAt(end - 1) == '.') {
            throw new SyntaxException(
                    end - 1,
                    "'..' stands between packages; name the class too, as in " + text.substring(from, end - 1) + "..*."
                            + method);
        }
        if (method.endsWith("+")) {
            throw new SyntaxException(
                    to - 1,
                    "'+' stands behind the class: " + text.substring(from, dot) + "+."
                            + method.substring(0, method.length() - 1));
        }
        String className = checkedName(from, end, "a class");
        type = NamePattern.ofClass(className);
        String reason = Unlockable.named(className, method);
        if (reason == null && !subtypes && annotation == null) {
            reason = Unlockable.inClass(className);
        }
        if (reason != null) {
            throw new SyntaxException(dot + 1, reason);
        }
        checkedName(dot + 1, to, "a method");
        if (parameters == null && looksLikeClass(className, method)) {
            String named = text.substring(from, to);
            throw new SyntaxException(
                    from,
                    "'" + named + "' names a class; add the method: " + named + ".someMethod, or " + named
                            + ".* for all of them");
        }
        if (NAMES_NOTHING.matcher(text).matches()) {
            throw new SyntaxException(
                    from,
                    "'" + text.trim() + "' is every method of every class, getters among them; name a package, a class,"
                            + " a method or an annotation, as in com.shop..*.pay*(..)");
        }
    }

    /** {@code com.shop.PayService}: a package's name in front, and a class's name where the method should be. */
    private static boolean looksLikeClass(String type, String method) {
        char before = type.charAt(type.lastIndexOf('.') + 1);
        return Character.isUpperCase(method.charAt(0)) && Character.isLowerCase(before) && type.indexOf('*') < 0;
    }

    private List<NamePattern> parameters(int open) throws SyntaxException {
        int close = text.lastIndexOf(')');
        if (close < open) {
            throw new SyntaxException(text.length(), "the '(' is never closed; write ')' behind the last parameter");
        }
        int rest = skipBlanks(close + 1);
        if (rest < text.length()) {
            throw new SyntaxException(rest, "leave '" + text.substring(rest) + "' away; a pattern ends with its ')'");
        }
        List<NamePattern> types = new ArrayList<>();
        if (skipBlanks(open + 1) < close) {
            for (int[] each : cut(open + 1, close, true)) {
                types.add(parameter(each[0], each[1]));
            }
        }
        return types;
    }

    private NamePattern parameter(int from, int to) throws SyntaxException {
        List<int[]> words = cut(from, to, false);
        if (words.isEmpty()) {
            throw new SyntaxException(
                    skipBlanks(from),
                    "a parameter type is missing; write one, * for any type, or .. for any" + " number of parameters");
        }
        if (words.size() > 1) {
            int[] first = words.get(0);
            int[] type = text.substring(first[0], first[1]).equals("final") ? words.get(1) : first;
            throw new SyntaxException(
                    first[0],
                    "write the types alone, without the parameters' names: " + text.substring(type[0], type[1]));
        }
        int[] word = words.get(0);
        boolean any = text.substring(word[0], word[1]).equals("..");
        return any ? MethodPattern.ANY_NUMBER : reference(word[0], word[1]);
    }

    private NamePattern reference(int from, int to) throws SyntaxException {
        int end = to;
        String brackets = "";
        if (end - from > 3 && text.startsWith("...", end - 3)) {
            end -= 3;
            brackets = "[]";
        }
        while (end - from > 2 && text.startsWith("[]", end - 2)) {
            end -= 2;
            brackets += "[]";
        }
        int generic = text.substring(0, end).indexOf('<', from);
        if (generic >= 0) {
            if (text.charAt(end - 1) != '>') {
                throw new SyntaxException(generic, "the '<' is never closed; leave the type arguments away");
            }
            hints.add("the type arguments of '" + text.substring(from, end)
                    + "' are not compared: the class file of the method knows only '" + text.substring(from, generic)
                    + "'");
            end = generic;
        }
        return NamePattern.ofReference(checkedName(from, end, "a type"), brackets);
    }

    /** The name between two offsets: segments of letters, digits and wildcards, with dots between them. */
    private String checkedName(int from, int to, String what) throws SyntaxException {
        if (from >= to) {
            throw new SyntaxException(from, "the name of " + what + " is missing");
        }
        // Kotlin mangles names of methods with a hyphen.
        boolean isMethod = what.equals("a method");
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c == '.') {
                if (i == from || i == to - 1 || text.startsWith("...", i)) {
                    throw new SyntaxException(i, "there is a '.' too many in '" + text.substring(from, to) + "'");
                }
            } else if (c == '+' && !isMethod) {
                throw new SyntaxException(i, "'+' can only stand behind the class, as in com.shop.Repo+.save");
            } else if (c == '/' && what.equals("a type")) {
                throw new SyntaxException(i, "write '.' instead of '/'");
            } else if (c != '*' && !(c == '-' && isMethod) && !Character.isJavaIdentifierPart(c)) {
                throw new SyntaxException(i, "'" + c + "' cannot stand in the name of " + what);
            }
        }
        return text.substring(from, to);
    }

    /** Cuts the text between two offsets at commas or at blanks. Those inside of type arguments do not count. */
    private List<int[]> cut(int from, int to, boolean atCommas) {
        List<int[]> parts = new ArrayList<>();
        int depth = 0;
        int start = from;
        for (int i = from; i <= to; i++) {
            char c = i == to ? ' ' : text.charAt(i);
            depth += c == '<' ? 1 : c == '>' ? -1 : 0;
            boolean parting = atCommas ? c == ',' : Character.isWhitespace(c);
            if (i == to || parting && depth <= 0) {
                if (atCommas || start < i) {
                    parts.add(new int[] {start, i});
                }
                start = i + 1;
            }
        }
        return parts;
    }

    private int skipBlanks(int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }
}
