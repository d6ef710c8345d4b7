package io.lockgraft.cli.ask;

import picocli.CommandLine.Command;

/** Asks a JVM for the rules in force. */
@Command(
        name = "rules",
        mixinStandardHelpOptions = true,
        header = "Lists the rules in force in a JVM, and the methods that each one locks.",
        description = {"", "Rules that have matched nothing say why.", ""},
        optionListHeading = "%nOptions:%n",
        footer = {"", "Example: java -jar lockgraft.jar rules 4711", AskCommand.EXIT_CODES})
public final class RulesCommand extends AskCommand {}
