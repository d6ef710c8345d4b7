package io.lockgraft.language.expression;

import io.lockgraft.language.expression.value.EvaluationException;
import io.lockgraft.language.expression.value.MissingPartException;
import io.lockgraft.spi.text.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A template compiled for one method. Thread-safe; at a call it parses nothing and looks nothing up by name. */
public final class BoundTemplate {
    private final String[] texts;
    private final BoundPart[] parts;
    private final BoundPart source;
    private final int several;
    private final int parameters;

    /**
     * @param texts one more than there are parts
     * @param source what the {@code [*]} runs over, or null
     * @param several the part with the {@code [*]}, or -1
     */
    BoundTemplate(String[] texts, BoundPart[] parts, BoundPart source, int several, int parameters) {
        this.texts = texts;
        this.parts = parts;
        this.source = source;
        this.several = several;
        this.parameters = parameters;
    }

    /**
     * The key of this call; not for a template with a {@code [*]}.
     *
     * @throws MissingPartException where a part is null or blank
     * @throws EvaluationException where the application's code threw, or a dynamic type does not fit
     */
    public String key(Object self, Object[] arguments) throws MissingPartException {
        if (parts.length == 1) {
            String start = texts[0].concat(parts[0].text(self, arguments));
            return texts[1].isEmpty() ? start : start.concat(texts[1]);
        }
        return join(made(self, arguments));
    }

    /** The texts of all parts but the one with the {@code [*]}. */
    private String[] made(Object self, Object[] arguments) throws MissingPartException {
        String[] made = new String[parts.length];
        for (int i = 0; i < made.length; i++) {
            made[i] = i == several ? null : parts[i].text(self, arguments);
        }
        return made;
    }

    private String join(String[] made) {
        if (made.length == 2) {
            return join(texts[0], made[0], texts[1], made[1], texts[2]);
        }
        StringBuilder key = new StringBuilder(16 + 24 * made.length).append(texts[0]);
        for (int i = 0; i < made.length; i++) {
            key.append(made[i]).append(texts[i + 1]);
        }
        return key.toString();
    }

    /** The JVM makes one copy of this; of a loop, two, and a buffer. */
    private static String join(String start, String first, String middle, String second, String end) {
        return start + first + middle + second + end;
    }

    /** The keys of this call: one, or one for each element of the {@code [*]}; neither sorted nor deduplicated. */
    public List<String> keys(Object self, Object[] arguments) throws MissingPartException {
        if (several < 0) {
            return Collections.singletonList(key(self, arguments));
        }
        List<Object> elements = source.elements(self, arguments);
        String[] made = made(self, arguments);
        Object[] extended = Arrays.copyOf(arguments, parameters + 1, Object[].class);
        List<String> keys = new ArrayList<>();
        for (Object each : elements) {
            extended[parameters] = each;
            made[several] = parts[several].text(self, extended);
            keys.add(join(made));
        }
        return keys;
    }

    /** Returns the text for a message: a null part reads {@code null}. */
    public String message(Object self, Object[] arguments) {
        String[] made = new String[parts.length];
        for (int i = 0; i < made.length; i++) {
            made[i] = Printable.of(parts[i].shown(self, arguments));
        }
        return join(made);
    }
}
