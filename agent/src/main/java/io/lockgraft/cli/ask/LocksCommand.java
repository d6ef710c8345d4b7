package io.lockgraft.cli.ask;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Asks a JVM for the keys that it holds or waits for. */
@Command(
        name = "locks",
        mixinStandardHelpOptions = true,
        header = "Lists the keys that a JVM holds or waits for: by which thread, since when.",
        description = {"", "Keys with the oldest wait come first. The JVM is asked, and no store is.", ""},
        optionListHeading = "%nOptions:%n",
        footer = {"", "Example: java -jar lockgraft.jar locks 4711 --key shop:STOCK:7", AskCommand.EXIT_CODES})
public final class LocksCommand extends AskCommand {
    @Option(names = "--threads", description = "Lists them by thread: a thread dump shows neither key nor rule.")
    private boolean threads;

    @Option(names = "--key", paramLabel = "KEY", description = "This key alone, as the store has it.")
    private String key;

    @Override
    List<String> words() {
        List<String> words = super.words();
        if (threads) {
            words.add("--threads");
        }
        if (key != null) {
            words.add("--key");
            words.add(key);
        }
        return words;
    }
}
