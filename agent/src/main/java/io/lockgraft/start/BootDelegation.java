package io.lockgraft.start;

/**
 * Asks class loaders that hide the bootstrap classes (OSGi, JBoss Modules) to let ours through, by the properties that
 * they read when they start. What is set stays, and gets ours behind it.
 */
final class BootDelegation {
    private static final String PACKAGES = "io.lockgraft.api,io.lockgraft.bootstrap";

    private BootDelegation() {}

    static void ask() {
        add("org.osgi.framework.bootdelegation");
        add("jboss.modules.system.pkgs");
    }

    private static void add(String property) {
        String set = System.getProperty(property, "").trim();
        if (set.isEmpty()) {
            System.setProperty(property, PACKAGES);
        } else if (!set.contains("io.lockgraft")) {
            System.setProperty(property, set + ',' + PACKAGES);
        }
    }
}
