package io.lockgraft.cli.ask;

import picocli.CommandLine.Command;

/** Asks a JVM what has happened. */
@Command(
        name = "events",
        mixinStandardHelpOptions = true,
        header = "Prints what happened in a JVM: outages, lost locks, and what was changed.",
        description = {
            "",
            "The last few hundred events, the newest last. It answers what has changed since yesterday.",
            ""
        },
        optionListHeading = "%nOptions:%n",
        footer = {"", "Example: java -jar lockgraft.jar events 4711", AskCommand.EXIT_CODES})
public final class EventsCommand extends AskCommand {}
