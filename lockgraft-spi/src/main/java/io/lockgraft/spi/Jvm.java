package io.lockgraft.spi;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A JVM in whose name stores are asked. All stores of a process share one, and with it one sequence of owners: so no
 * two attempts of all JVMs, stores and compounds have the same owner.
 */
public final class Jvm {
    private static final String UNKNOWN = "unknown";

    private final String host;
    private final String pid;
    private final String application;
    private final String id;
    private final String name;
    private final String beginning;
    private final AtomicLong owners;

    /**
     * @param host what is no letter, digit, dot or hyphen in it becomes a hyphen: braces mean something to some stores
     * @param application the jar or the main class; may be empty
     * @param id random: another for each start of a process
     */
    public Jvm(String host, String pid, String application, String id) {
        this(plain(host), plain(pid), application, id, plain(host) + ':' + plain(pid), new AtomicLong());
    }

    private Jvm(String host, String pid, String application, String id, String name, AtomicLong owners) {
        this.host = host;
        this.pid = pid;
        this.application = application;
        this.id = id;
        this.name = name;
        this.beginning = (name == null ? "" : name + ':') + id + ':';
        this.owners = owners;
    }

    private static String plain(String text) {
        String plain = text.replaceAll("[^A-Za-z0-9.-]", "-");
        return plain.isEmpty() ? UNKNOWN : plain;
    }

    /** The same JVM, and the same sequence of owners, without a word of which JVM it is. */
    public Jvm unnamed() {
        return new Jvm("", "", "", id, null, owners);
    }

    /** Empty where it is not to be told; so are the pid and the application. */
    public String host() {
        return host;
    }

    public String pid() {
        return pid;
    }

    public String application() {
        return application;
    }

    /** Random, and never empty. */
    public String id() {
        return id;
    }

    /** {@code host:pid}, for the names of connections; null where it is not to be told. */
    public String name() {
        return name;
    }

    /** What the texts of all its owners begin with. */
    String beginning() {
        return beginning;
    }

    /**
     * An owner that no attempt has had, for a call under this rule on this thread. A JVM that is not to be named leaves
     * both out.
     */
    public Owner newOwner(String rule, String thread) {
        boolean told = name != null;
        return new Owner(this, owners.incrementAndGet(), told ? rule : null, told ? thread : null);
    }

    @Override
    public String toString() {
        return name == null ? id : name;
    }
}
