package io.lockgraft.rules;

/** How a running JVM is asked. Immutable. */
public final class Manage {
    /** What a file says that says nothing. */
    public static final Manage USUAL = new Manage(null);

    private final HttpAddress http;

    /** @param http null for none */
    public Manage(HttpAddress http) {
        this.http = http;
    }

    /** Where {@code /metrics} and {@code /healthz} are served; null where they are not. */
    public HttpAddress http() {
        return http;
    }
}
