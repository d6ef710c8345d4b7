package io.lockgraft.benchmarks.contender;

import java.util.Locale;

/** Where locks are kept. */
public enum Store {
    REDIS("Redis", "redis: {address: '%s'}"),
    ZOOKEEPER("ZooKeeper", "zookeeper: {connect: '%s'}"),
    ETCD("etcd", "etcd: {endpoints: ['%s']}"),
    CONSUL("Consul", "consul: {address: '%s'}"),
    POSTGRESQL("PostgreSQL", "jdbc: {url: '%s', createTable: true}"),
    FILE("files", "file: {folder: '%s'}");

    private final String title;
    private final String section;

    Store(String title, String section) {
        this.title = title;
        this.section = section;
    }

    /** As tables name it. */
    public String title() {
        return title;
    }

    /** As the command line names it, and the arguments of a JVM that competes. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The section of a rules file that has Lockgraft use it. */
    public String section(String address) {
        return String.format(Locale.ROOT, section, address);
    }
}
