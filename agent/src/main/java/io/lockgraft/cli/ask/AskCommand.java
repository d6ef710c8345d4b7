package io.lockgraft.cli.ask;

import io.lockgraft.manage.Json;
import io.lockgraft.manage.answer.Printout;
import io.lockgraft.manage.mailbox.FoundMailbox;
import io.lockgraft.manage.mailbox.Mailboxes;
import io.lockgraft.rules.yaml.Option;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Value;
import io.lockgraft.spi.text.Printable;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that asks one JVM and prints what it answers: the JVM itself makes the text. */
abstract class AskCommand implements Callable<Integer> {
    static final String EXIT_CODES = "Exit codes: 0 answered, 1 nothing to show or no such JVM, 2 wrong use, another "
            + "user's JVM, or one that does not answer.";
    static final String FOLDER = "The folder that the JVM's rules file has under manage.folder. Without it "
            + "LOCKGRAFT_MANAGE_FOLDER counts, or else /tmp and /dev/shm.";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PID",
            description = "The JVM's process. May be left out where there is one JVM with Lockgraft.")
    private String pid;

    @CommandLine.Option(names = "--json", description = "Prints the answer as JSON.")
    private boolean json;

    @CommandLine.Option(names = "--folder", paramLabel = "FOLDER", description = FOLDER)
    private File folder;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException, IOException {
        try {
            return pid == null || pid.matches("[0-9]{1,9}") ? run() : without(pid);
        } catch (NotAsked e) {
            return refuse(spec, json, e);
        }
    }

    /** Asks once and prints the answer. */
    int run() throws NotAsked, InterruptedException {
        return print(ask(find()));
    }

    /** Does what the command means with an argument that is no PID. */
    int without(String argument) throws IOException {
        throw wrongUse(
                "'" + argument + "' is no PID; " + CommandLineText.of("ps") + " lists the JVMs that can be asked");
    }

    final ParameterException wrongUse(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** The words that the JVM is asked with. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        words.add(spec.name());
        if (json) {
            words.add("--json");
        }
        return words;
    }

    final FoundMailbox find() throws NotAsked {
        if (pid != null) {
            return find(pid);
        }
        AskableJvms askable = askable(spec, folder);
        FoundMailbox only = askable.only();
        PrintWriter err = spec.commandLine().getErr();
        askable.hidden().forEach(each -> err.print(printable(each + '\n')));
        err.flush();
        return only;
    }

    final FoundMailbox find(String process) throws NotAsked {
        return askable(spec, folder).find(process);
    }

    final Printout ask(FoundMailbox jvm) throws NotAsked {
        return new Exchange(jvm, words()).answer();
    }

    final boolean isJson() {
        return json;
    }

    final CommandLine command() {
        return spec.commandLine();
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Prints it to where its code belongs: an answer to the standard output. Returns the exit code. */
    private int print(Printout answer) {
        PrintWriter to = answer.code() == Printout.NOT_ANSWERED && !json
                ? spec.commandLine().getErr()
                : spec.commandLine().getOut();
        to.print(printable(answer.text()));
        to.flush();
        return answer.code();
    }

    static AskableJvms askable(CommandSpec spec, File folder) {
        List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
        return new AskableJvms(new Mailboxes(folder(folder)), new CommandLineText(arguments));
    }

    private static File folder(File given) {
        Value set = given == null ? Option.find(Option.FOLDER, Environment.PROCESS) : null;
        return set == null ? given : new File(set.text());
    }

    /** Says why a JVM could not be asked; returns the exit code. */
    static int refuse(CommandSpec spec, boolean json, NotAsked why) {
        if (json) {
            PrintWriter out = spec.commandLine().getOut();
            out.print(Json.write(Collections.singletonMap("error", why.getMessage())));
            out.flush();
        }
        PrintWriter err = spec.commandLine().getErr();
        err.print(printable(why.getMessage() + '\n'));
        err.flush();
        return why.code();
    }

    /** Lines for a terminal: what a JVM says must not move its cursor. */
    static String printable(String text) {
        String[] lines = text.split("\n", -1);
        Arrays.setAll(lines, i -> Printable.of(lines[i]));
        return String.join(System.lineSeparator(), lines);
    }
}
