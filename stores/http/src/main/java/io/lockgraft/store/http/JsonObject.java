package io.lockgraft.store.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A JSON object as it was read. A member that is missing, or of another type, is empty, 0 or false. */
public final class JsonObject {
    private static final JsonObject EMPTY = new JsonObject(Collections.emptyMap());

    private final Map<?, ?> members;

    private JsonObject(Map<?, ?> members) {
        this.members = members;
    }

    /** @throws IOException where the text is no JSON object */
    public static JsonObject read(String text) throws IOException {
        Object value = JsonReader.read(text);
        if (value instanceof Map) {
            return of(value);
        }
        throw new IOException("the answer is no JSON object");
    }

    /** @throws IOException where the text is no JSON array; elements that are no objects are left out */
    public static List<JsonObject> readAll(String text) throws IOException {
        Object value = JsonReader.read(text);
        if (value instanceof List) {
            return all(value);
        }
        throw new IOException("the answer is no JSON array");
    }

    private static JsonObject of(Object value) {
        return value instanceof Map ? new JsonObject((Map<?, ?>) value) : EMPTY;
    }

    private static List<JsonObject> all(Object value) {
        List<JsonObject> all = new ArrayList<>();
        for (Object each : value instanceof List ? (List<?>) value : Collections.emptyList()) {
            if (each instanceof Map) {
                all.add(of(each));
            }
        }
        return all;
    }

    public boolean has(String name) {
        return members.get(name) != null;
    }

    /** A string; a number or boolean as JSON writes it. */
    public String text(String name) {
        Object value = members.get(name);
        return value == null || value instanceof Map || value instanceof List ? "" : value.toString();
    }

    /** A whole number, also one that is written as a string. One above {@code Long.MAX_VALUE} wraps. */
    public long number(String name) {
        String text = text(name);
        try {
            return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
        } catch (NumberFormatException none) {
            return 0;
        }
    }

    public boolean flag(String name) {
        return Boolean.TRUE.equals(members.get(name));
    }

    /** The object of this name; an empty one where there is none. */
    public JsonObject object(String name) {
        return of(members.get(name));
    }

    /** The objects of an array. */
    public List<JsonObject> objects(String name) {
        return all(members.get(name));
    }
}
