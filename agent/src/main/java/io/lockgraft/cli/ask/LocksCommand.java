package io.lockgraft.cli.ask;

import io.lockgraft.cli.held.LocksReport;
import io.lockgraft.cli.held.StoresOption;
import io.lockgraft.cli.shell.RulesParameter;
import io.lockgraft.rules.Rules;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks a JVM for the keys that it holds or waits for; or the stores of a rules file, which know those of all JVMs. */
@Command(
        name = "locks",
        mixinStandardHelpOptions = true,
        header = "Lists who holds which key: as a JVM knows it, or as the stores of a rules file tell it.",
        customSynopsis = {
            "java -jar lockgraft.jar locks [PID] [KEY] [--threads] [--folder=FOLDER] [--json]",
            "       java -jar lockgraft.jar locks RULES [KEY] [--store=NAME] [-c=PATH] [--yes] [--json]"
        },
        description = {
            "",
            "With a PID the JVM is asked, and no store is: by which thread it holds a key, since when, and what waits. "
                    + "Keys with the oldest wait come first.",
            "",
            "With a rules file the stores are asked: no JVM has to answer, and all JVMs are seen. With KEY one entry "
                    + "is read. Without it the store looks through all that it has, which may be a right of its own; "
                    + "above a million entries you are asked before. A '-' stands for what the entry does not tell. "
                    + "Calls of one JVM pass a lock on among themselves: which one has it now, the JVM knows. "
                    + "Some stores are told rule, thread and time by the first renewal, after a third of the lease.",
            ""
        },
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Example: java -jar lockgraft.jar locks 4711 shop:STOCK:7",
            "Example: java -jar lockgraft.jar locks rules.yaml STOCK:7",
            AskCommand.EXIT_CODES,
            "With a rules file: 0 all stores that can tell it have answered, 1 one has not, none can, or mistakes in "
                    + "the file, 2 wrong use."
        })
public final class LocksCommand extends AskCommand {
    private static final List<String> OF_JVM = Arrays.asList("--threads", "--folder");
    private static final List<String> OF_STORES = Arrays.asList("--store", "--classpath", "--yes");

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "KEY",
            description = "This key alone, with or without its namespace.")
    private String key;

    @Option(names = "--key", paramLabel = "KEY", description = "The same, where the PID is left out.")
    private String named;

    @Option(names = "--threads", description = "Lists them by thread: a thread dump shows neither key nor rule.")
    private boolean threads;

    @Mixin
    private StoresOption which;

    @Option(names = "--yes", description = "Looks through more than a million entries without asking.")
    private boolean yes;

    @Override
    List<String> words() {
        List<String> words = super.words();
        if (threads) {
            words.add("--threads");
        }
        if (key() != null) {
            words.add("--key");
            words.add(key());
        }
        return words;
    }

    private String key() {
        return key == null ? named : key;
    }

    @Override
    int run() throws NotAsked, InterruptedException {
        refuse(OF_STORES, "is for a rules file; a JVM tells what it knows itself");
        return super.run();
    }

    /** The argument is a rules file. */
    @Override
    int without(String argument) throws IOException {
        File file = new File(argument);
        if (!file.exists()) {
            throw wrongUse("'" + argument + "' is neither a PID nor a rules file in "
                    + new File("").getAbsolutePath() + "; " + CommandLineText.of("ps")
                    + " lists the JVMs that can be asked");
        }
        refuse(OF_JVM, "is for a JVM; name its PID in place of a rules file");
        Rules rules = RulesParameter.read(RulesParameter.readable(file, command()), command());
        if (rules == null) {
            return LocksReport.End.UNANSWERED.code();
        }
        LocksReport report = new LocksReport(rules, isJson(), out(), command().getErr());
        try (StoresOption.Chosen chosen = which.of(rules)) {
            return (key() == null ? report.ofAll(chosen.stores(), yes) : report.ofKey(chosen.stores(), key())).code();
        }
    }

    private void refuse(List<String> misplaced, String why) {
        if (key != null && named != null) {
            throw wrongUse("KEY and --key are the same; name one key");
        }
        for (OptionSpec each : command().getParseResult().matchedOptions()) {
            List<String> names = Arrays.asList(each.names());
            if (!Collections.disjoint(names, misplaced)) {
                throw wrongUse(each.longestName() + ' ' + why);
            }
        }
    }
}
