package io.lockgraft.cli.ask;

import io.lockgraft.manage.answer.Printout;
import io.lockgraft.manage.mailbox.FoundMailbox;
import io.lockgraft.manage.mailbox.JvmDescription;
import io.lockgraft.manage.mailbox.Mailboxes;
import io.lockgraft.manage.mailbox.ProcessEntry;
import io.lockgraft.manage.mailbox.Refusal;
import io.lockgraft.manage.mailbox.SharedFolder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The JVMs that a command may ask. Finds the one that is meant, or says why it cannot be asked and what to type. */
final class AskableJvms {
    private final Mailboxes mailboxes;
    private final CommandLineText command;

    AskableJvms(Mailboxes mailboxes, CommandLineText command) {
        this.mailboxes = mailboxes;
        this.command = command;
    }

    /** The JVM with this pid. */
    FoundMailbox find(String pid) throws NotAsked {
        if (!ProcessEntry.isLinux()) {
            for (FoundMailbox each : all()) {
                if (each.pid().equals(pid)) {
                    return each;
                }
            }
            throw none();
        }
        ProcessEntry process = ProcessEntry.of(pid);
        if (process == null || process.isZombie()) {
            throw gone(pid);
        }
        refuseOthers(process);
        FoundMailbox found = look(process);
        if (found == null) {
            throw without(process);
        }
        return found;
    }

    /** The only JVM of this user. */
    FoundMailbox only() throws NotAsked {
        List<FoundMailbox> all = all();
        if (all.isEmpty()) {
            throw none();
        }
        if (all.size() > 1) {
            StringBuilder several = new StringBuilder("Name one of these " + all.size() + " JVMs by its pid:");
            for (FoundMailbox each : all) {
                several.append("\n  ")
                        .append(each.pid())
                        .append("  ")
                        .append(each.description().application())
                        .append("  ")
                        .append(each.description().rules());
            }
            throw new NotAsked(Printout.NOT_ANSWERED, several.toString());
        }
        return all.get(0);
    }

    List<FoundMailbox> all() {
        return mailboxes.all();
    }

    /** Lines about places that could not be looked into, for JVMs that {@link #all} may have missed. */
    List<String> hidden() {
        List<String> lines = new ArrayList<>();
        mailboxes.hidden().forEach(each -> lines.add(unreadable(each).getMessage()));
        return lines;
    }

    /** Removes what dead JVMs have left. Returns what they had said of themselves. */
    List<JvmDescription> clean() {
        return mailboxes.clean();
    }

    /** Says that there is no JVM to ask, and what to type for those of other users. */
    NotAsked none() {
        ProcessEntry self = ProcessEntry.self();
        List<String> hidden = hidden();
        List<String> lines = new ArrayList<>();
        lines.add("No JVM with Lockgraft can be asked by user "
                + (self.user() < 0 ? System.getProperty("user.name") : self.userName()) + ": there is none in "
                + places());
        lines.addAll(hidden);
        lines.addAll(others());
        return new NotAsked(hidden.isEmpty() ? Printout.NOTHING : Printout.NOT_ANSWERED, String.join("\n", lines));
    }

    /** Says that a JVM could not remove its mailbox at its end. */
    static String died(JvmDescription jvm) {
        return "JVM " + jvm.pid() + " (" + jvm.application()
                + ") has ended, and not in good order. Its locks end with their lease: nothing is to be done";
    }

    /** What to type for other users who have JVMs here. */
    List<String> others() {
        Set<String> names = new TreeSet<>();
        for (Path place : mailboxes.places()) {
            new SharedFolder(place, true).addUsers(names);
        }
        Set<String> living = new TreeSet<>();
        List<String> lines = new ArrayList<>();
        ProcessEntry self = ProcessEntry.self();
        for (ProcessEntry process : ProcessEntry.all()) {
            living.add(number(process.userName()));
            if (self.user() == 0 && process.user() == 0 && process.hasOtherMounts() && process.agentJar() != null) {
                lines.add(elsewhere(process, "").getMessage());
            }
        }
        names.retainAll(living);
        names.remove(number(self.userName()));
        for (String name : names) {
            lines.add("JVMs of user " + name + ": " + command.as(name.matches("[0-9]+") ? "#" + name : name));
        }
        return lines;
    }

    private static String number(String user) {
        return user.startsWith("#") ? user.substring(1) : user;
    }

    private FoundMailbox look(ProcessEntry process) throws NotAsked {
        try {
            return mailboxes.of(process);
        } catch (IOException e) {
            throw process.hasOtherMounts() ? elsewhere(process, "") : unreadable(e);
        }
    }

    private static NotAsked unreadable(IOException e) {
        String file = e instanceof FileSystemException ? ((FileSystemException) e).getFile() : null;
        String where = file == null ? "the mailboxes" : file;
        return new NotAsked(
                Printout.NOT_ANSWERED,
                "There is no looking into " + where + ": " + Refusal.of(e, Paths.get(file == null ? "/tmp" : file)));
    }

    /**
     * Refuses processes of other users. Root is another user, too: links in a user's folder could lead it astray, and
     * so could the folders of a container.
     */
    private void refuseOthers(ProcessEntry process) throws NotAsked {
        long user = ProcessEntry.self().user();
        if (process.user() != user) {
            String answers = "Process " + process.pid() + " runs as user " + process.userName()
                    + ". A JVM answers only its own user" + (user == 0 ? ", not even root." : ".");
            if (process.hasOtherMounts() || process.isInContainer()) {
                throw elsewhere(process, answers + '\n');
            }
            throw new NotAsked(Printout.NOT_ANSWERED, answers + " Type:\n" + command.asUserOf(process));
        }
        if (user == 0 && process.hasOtherMounts()) {
            throw elsewhere(process, "");
        }
    }

    private NotAsked elsewhere(ProcessEntry process, String before) {
        return new NotAsked(
                Printout.NOT_ANSWERED,
                before
                        + (process.isInContainer()
                                ? "Process " + process.pid() + " runs in a container. Ask it from there:\n"
                                        + command.inContainerOf(process)
                                : "Process " + process.pid() + " has mounts of its own. Ask it from there:\n"
                                        + command.amongMountsOf(process)));
    }

    private NotAsked gone(String pid) {
        JvmDescription left = mailboxes.leftBy(pid);
        return new NotAsked(
                Printout.NOTHING,
                left == null
                        ? "There is no process " + pid + " that this user may see. The JVMs that can be asked: "
                                + CommandLineText.of("ps")
                        : died(left));
    }

    private NotAsked without(ProcessEntry process) {
        String pid = process.pid();
        JvmDescription left = mailboxes.leftBy(pid);
        if (left != null) {
            return new NotAsked(
                    Printout.NOTHING,
                    "Process " + pid + " has no mailbox: the one with this number is left over from a JVM that has"
                            + " ended (" + left.application() + ")");
        }
        if (!process.isJvm()) {
            return new NotAsked(Printout.NOTHING, "Process " + pid + " is no JVM");
        }
        String jar = process.agentJar();
        if (jar == null) {
            return new NotAsked(
                    Printout.NOTHING,
                    "JVM " + pid + " runs without Lockgraft: its command names no agent, and it has no mailbox in "
                            + places());
        }
        return new NotAsked(
                Printout.NOTHING,
                "JVM " + pid + " was started with " + jar + ", but has no mailbox in " + places()
                        + ". Either its main began less than a second ago, or its rules file has manage.folder (name"
                        + " the same one with --folder) or manage.mailbox: off, or its log says why there is none");
    }

    private String places() {
        List<String> all = new ArrayList<>();
        mailboxes.places().forEach(each -> all.add(each.toString()));
        return String.join(" or ", all);
    }
}
