package io.lockgraft.cli.ask;

import io.lockgraft.cli.shell.Terminal;
import io.lockgraft.manage.answer.Printout;
import io.lockgraft.manage.mailbox.FoundMailbox;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the busiest rules of a JVM, again and again on a terminal. */
@Command(
        name = "top",
        mixinStandardHelpOptions = true,
        header = "Shows the rules of a JVM: calls a second, waits and holds, the busiest first.",
        description = {
            "",
            "On a terminal it is drawn again each second until Ctrl-C; with --once or --json, or into a pipe or a "
                    + "file, it is drawn once.",
            ""
        },
        optionListHeading = "%nOptions:%n",
        footer = {"", "Example: java -jar lockgraft.jar top 4711", AskCommand.EXIT_CODES})
public final class TopCommand extends AskCommand {
    private static final long EACH_MILLIS = 1000;
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";
    private static final String CLEAR = HOME + CLEAR_BELOW;

    /** The JVM tells what has changed since it was asked by the same asker. */
    private final String asker = Long.toHexString(new Random().nextLong());

    @Option(names = "--once", description = "Draws it once, on a terminal too.")
    private boolean once;

    @Override
    List<String> words() {
        List<String> words = super.words();
        words.add("--asker");
        words.add(asker);
        return words;
    }

    @Override
    int run() throws NotAsked, InterruptedException {
        if (once || isJson() || !Terminal.isThere()) {
            return super.run();
        }
        FoundMailbox jvm = find();
        out().print(CLEAR);
        while (true) {
            try {
                draw(ask(jvm).text());
            } catch (NotAsked e) {
                if (e.code() != Printout.NOT_ANSWERED) {
                    throw e;
                }
                draw(e.getMessage() + '\n');
                jvm = again(jvm);
            }
            TimeUnit.MILLISECONDS.sleep(EACH_MILLIS);
        }
    }

    /** A JVM may stand still and go on; or make its mailbox again, after a cleaner has taken it. */
    private FoundMailbox again(FoundMailbox jvm) {
        try {
            return find(jvm.pid());
        } catch (NotAsked notYet) {
            return jvm;
        }
    }

    /** In one go, line over line: a screen that is cleared first would flicker. */
    private void draw(String text) {
        String lines = printable(text).replace(System.lineSeparator(), CLEAR_LINE + System.lineSeparator());
        out().print(HOME + lines + CLEAR_BELOW);
        out().flush();
    }
}
