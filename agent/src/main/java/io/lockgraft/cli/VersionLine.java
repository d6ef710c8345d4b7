package io.lockgraft.cli;

import io.lockgraft.manage.Version;
import picocli.CommandLine.IVersionProvider;

/** The output of {@code --version}: Lockgraft's version and the Java that runs it. A report of a fault needs both. */
final class VersionLine implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String java = System.getProperty("java.version") + ", " + System.getProperty("java.vm.name");
        return new String[] {"Lockgraft " + Version.text() + " (Java " + java + ")"};
    }
}
