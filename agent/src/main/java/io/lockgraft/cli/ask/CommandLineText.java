package io.lockgraft.cli.ask;

import io.lockgraft.manage.mailbox.ProcessEntry;
import io.lockgraft.manage.text.ShellWord;
import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A command as it is typed into a shell: this one, for another user or in another place. */
final class CommandLineText {
    private final List<String> arguments;

    /** @param arguments those of this command, its name first */
    CommandLineText(List<String> arguments) {
        this.arguments = arguments;
    }

    /** For a user. */
    String as(String user) {
        return "sudo -u " + ShellWord.of(user) + ' ' + plain();
    }

    /** For the user of a process that this one sees; there is mostly no sudo in a container. */
    String asUserOf(ProcessEntry process) {
        return as(process.userName()) + "\n(docker exec -u " + process.user()
                + " CONTAINER, or kubectl exec POD --, in place of sudo, if this is a container)";
    }

    /** The same command again. */
    String plain() {
        return "java -jar " + ShellWord.of(ownJar()) + with(arguments);
    }

    /** Another command, by its name. */
    static String of(String command) {
        return new CommandLineText(Collections.singletonList(command)).plain();
    }

    /** Inside of the container of a process. */
    String inContainerOf(ProcessEntry process) {
        String jar = process.agentJar();
        List<String> inner = new ArrayList<>(arguments);
        inner.replaceAll(each -> each.equals(process.pid()) ? process.innerPid() : each);
        return "kubectl exec POD -- java -jar " + ShellWord.of(jar == null ? "lockgraft.jar" : jar) + with(inner)
                + "\n(docker exec CONTAINER in place of kubectl exec POD -- where there is no Kubernetes)";
    }

    /** Among the mounts of a process whose pid is the same there. */
    String amongMountsOf(ProcessEntry process) {
        return "nsenter --target " + process.pid() + " --mount " + plain()
                + "\n(kubectl exec POD -c CONTAINER -- in place of nsenter, if it is a container of this pod)";
    }

    private static String with(List<String> arguments) {
        StringBuilder text = new StringBuilder();
        for (String each : arguments) {
            text.append(' ').append(ShellWord.of(each));
        }
        return text.toString();
    }

    private static String ownJar() {
        // With -jar the class path is that jar, and behind it what agents add.
        String first = System.getProperty("java.class.path", "").split(File.pathSeparator, 2)[0];
        return new File(first).getName().matches("lockgraft.*\\.jar") ? first : "lockgraft.jar";
    }
}
