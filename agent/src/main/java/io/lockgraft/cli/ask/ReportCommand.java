package io.lockgraft.cli.ask;

import picocli.CommandLine.Command;

/** Asks a JVM for the report that it would write at its end. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        header = "Prints the report of a JVM: each rule's methods and the counts of its calls.",
        description = {"", "The same that -Dlockgraft.report writes at the end of a JVM, as it is now.", ""},
        optionListHeading = "%nOptions:%n",
        footer = {"", "Example: java -jar lockgraft.jar report 4711 --json", AskCommand.EXIT_CODES})
public final class ReportCommand extends AskCommand {}
