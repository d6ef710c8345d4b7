package io.lockgraft.rules;

import java.io.File;

/** How a running JVM is asked. Immutable. */
public final class Manage {
    /** What a file says that says nothing. */
    public static final Manage USUAL = new Manage(true, null, null);

    private final boolean mailbox;
    private final File folder;
    private final HttpAddress http;

    /**
     * @param folder null for the usual places
     * @param http null for none
     */
    public Manage(boolean mailbox, File folder, HttpAddress http) {
        this.mailbox = mailbox;
        this.folder = folder;
        this.http = http;
    }

    /** True if the JVM has a mailbox. */
    public boolean hasMailbox() {
        return mailbox;
    }

    /** Where the mailbox is, or null for the usual places. */
    public File folder() {
        return folder;
    }

    /** Where {@code /metrics} and {@code /healthz} are served; null where they are not. */
    public HttpAddress http() {
        return http;
    }
}
