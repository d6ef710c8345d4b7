package io.lockgraft.language.expression.value;

import io.lockgraft.language.type.TypeNames;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the element at an index, and all elements of a value that has some. */
public final class Elements {
    private Elements() {}

    public static Object at(String otherwise, Object of, Object index) {
        if (of == null) {
            throw new EvaluationException(otherwise);
        }
        if (of instanceof Map) {
            return ((Map<?, ?>) of).get(index);
        }
        if (!(of instanceof List) && !of.getClass().isArray()) {
            throw new EvaluationException(TypeNames.of(of) + " has no index: it is no array, List or Map");
        }
        if (!(index instanceof Integer
                || index instanceof Short
                || index instanceof Byte
                || index instanceof Character)) {
            throw new EvaluationException(
                    "an index must be an int, not " + (index == null ? "null" : TypeNames.of(index)));
        }
        int place = index instanceof Character ? (Character) index : ((Number) index).intValue();
        int size = of instanceof List ? ((List<?>) of).size() : Array.getLength(of);
        if (place < 0 || place >= size) {
            throw new EvaluationException("there is no element [" + place + "]: there are " + size);
        }
        return of instanceof List ? ((List<?>) of).get(place) : Array.get(of, place);
    }

    public static Object under(Map<?, ?> of, Object key) {
        return of.get(key);
    }

    /** All elements in their order. */
    public static List<Object> all(Object of) {
        List<Object> all = new ArrayList<>();
        if (of instanceof Iterable) {
            for (Object each : (Iterable<?>) of) {
                all.add(each);
            }
        } else if (of.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(of); i++) {
                all.add(Array.get(of, i));
            }
        } else {
            throw new EvaluationException(TypeNames.of(of) + " has no elements: it is no array and no Iterable");
        }
        return all;
    }
}
