package io.lockgraft.store.http;

import java.util.Locale;
import java.util.Map;

/** A whole answer. Immutable. */
public final class HttpAnswer {
    private final int status;
    private final Map<String, String> headers;
    private final String body;

    HttpAnswer(int status, Map<String, String> headers, String body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    public int status() {
        return status;
    }

    /** The header's value, or null. */
    public String header(String name) {
        return headers.get(name.toLowerCase(Locale.ROOT));
    }

    /** Empty where there is none. */
    public String body() {
        return body;
    }
}
