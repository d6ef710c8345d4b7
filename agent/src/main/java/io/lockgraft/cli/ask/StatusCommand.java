package io.lockgraft.cli.ask;

import picocli.CommandLine.Command;

/** Asks a JVM how it and its stores are. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        header = "Says how a JVM and its stores are: rules, calls, losses, outages, and since when.",
        description = {
            "",
            "The first question of a bad night. Each store has a line with its state, and the oldest wait its key.",
            ""
        },
        optionListHeading = "%nOptions:%n",
        footer = {"", "Example: java -jar lockgraft.jar status 4711", AskCommand.EXIT_CODES})
public final class StatusCommand extends AskCommand {}
