package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A test class, or one of its methods, that an annotation with texts stands on. Read in the sources of all modules,
 * because this module does not see the classes of the others.
 *
 * @param method null for the class
 * @param isShort true if some of it runs in the short form
 */
record Marked(String type, String method, boolean isShort) implements Comparable<Marked> {
    private static final String LITERAL = "\"(?:\\\\.|[^\"\\\\])*\"";
    private static final Pattern LITERAL_OR_COMMA = Pattern.compile(LITERAL + "|,");
    private static final Pattern METHOD = Pattern.compile("\\bvoid (\\w+)\\(");
    private static final Pattern TEST = Pattern.compile("\n    @(Test|ParameterizedTest)\\b");
    private static final Pattern LONG = Pattern.compile("\n    @Tag\\(\"whole\"\\)");

    /** The texts of this annotation, each with the tests that it stands on, in the order of the alphabet. */
    static Map<String, Set<Marked>> by(Class<?> annotation) throws IOException {
        Pattern pattern = Pattern.compile(
                "^( *)@" + annotation.getSimpleName() + "\\(((?:" + LITERAL + "|[\\s+,{}])*)\\)", Pattern.MULTILINE);
        Map<String, Set<Marked>> found = new TreeMap<>();
        Sources tests = Sources.ofTests();
        for (String name : tests.names()) {
            Map<Path, String> texts = tests.texts(name);
            texts.forEach((file, source) -> {
                Matcher mark = pattern.matcher(source);
                while (mark.find()) {
                    String type = texts.size() == 1 ? name : folder(file) + '.' + name;
                    String method = mark.group(1).isEmpty() ? null : method(source, mark.end());
                    Marked marked = new Marked(type, method, isShort(source, name, method));
                    texts(mark.group(2))
                            .forEach(text -> found.computeIfAbsent(text, each -> new TreeSet<>())
                                    .add(marked));
                }
            });
        }
        return found;
    }

    /** The arguments, without their quotes and the plus signs between them. */
    private static List<String> texts(String arguments) {
        List<String> texts = new ArrayList<>(List.of(""));
        Matcher part = LITERAL_OR_COMMA.matcher(arguments);
        while (part.find()) {
            int last = texts.size() - 1;
            if (part.group().equals(",")) {
                texts.add("");
            } else {
                String quoted = part.group().substring(1, part.group().length() - 1);
                texts.set(last, texts.get(last) + quoted.replace("\\\"", "\"").replace("\\\\", "\\"));
            }
        }
        return texts;
    }

    private static String folder(Path file) {
        return file.getParent().getFileName().toString();
    }

    private static String method(String source, int after) {
        Matcher method = METHOD.matcher(source);
        assertThat(method.find(after))
                .as("a method behind " + source.substring(after))
                .isTrue();
        return method.group(1);
    }

    private static boolean isShort(String source, String type, String method) {
        int declared = source.indexOf("class " + type);
        boolean all = declared < 0 || isTagged(source.substring(source.lastIndexOf(";\n", declared) + 1, declared));
        if (all || method == null) {
            return !all && hasShort(source);
        }
        int place = source.indexOf("void " + method + "(");
        return !isTagged(source.substring(source.lastIndexOf("\n\n", place), place));
    }

    /** Whether one of its own tests is not tagged; one that has none inherits them. */
    private static boolean hasShort(String source) {
        long tests = TEST.matcher(source).results().count();
        return tests == 0 || tests > LONG.matcher(source).results().count();
    }

    private static boolean isTagged(String annotations) {
        return annotations.contains("@Tag(\"whole\")");
    }

    /** In backticks, and a class is named once. */
    static String list(Set<Marked> tests) {
        List<String> names = new ArrayList<>();
        String last = null;
        for (Marked test : tests) {
            names.add('`'
                    + (test.type.equals(last) && test.method != null ? "" : test.type)
                    + (test.method == null ? "" : '#' + test.method)
                    + '`');
            last = test.type;
        }
        return String.join(", ", names);
    }

    @Override
    public int compareTo(Marked other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return method == null ? type : type + '#' + method;
    }
}
