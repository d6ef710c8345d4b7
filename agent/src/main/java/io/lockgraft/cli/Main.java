package io.lockgraft.cli;

import io.lockgraft.cli.ask.EventsCommand;
import io.lockgraft.cli.ask.LocksCommand;
import io.lockgraft.cli.ask.PsCommand;
import io.lockgraft.cli.ask.ReportCommand;
import io.lockgraft.cli.ask.RulesCommand;
import io.lockgraft.cli.ask.StatusCommand;
import io.lockgraft.cli.ask.TopCommand;
import io.lockgraft.manage.Json;
import io.lockgraft.spi.text.Printable;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Collections;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** What {@code java -jar lockgraft.jar} does: a newcomer's first page, the version, and the commands. */
@Command(
        name = "java -jar lockgraft.jar",
        subcommands = {
            CheckCommand.class,
            DdlCommand.class,
            PsCommand.class,
            StatusCommand.class,
            RulesCommand.class,
            LocksCommand.class,
            TopCommand.class,
            EventsCommand.class,
            ReportCommand.class,
            UnlockCommand.class,
            CommandLine.HelpCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionLine.class,
        header = {
            "Lockgraft puts distributed locks around the methods of a running Java application, without a "
                    + "change to it.",
            "A rules file says which methods, and which lock key each call takes; the locks live in "
                    + "Redis, a database, ZooKeeper, Consul, etcd or a file.",
            "",
            "Start your application with it:",
            "  java -javaagent:lockgraft.jar=rules.yaml -jar your-application.jar",
            "",
            "A rules file to begin with:",
            "  redis: {address: redis://127.0.0.1:6379}",
            "  rules:",
            "    - method: com.shop.PayService.payOrder(PayDto)",
            "      key: PAY:{dto.orderNo}",
            "",
            "Look before you start, at the file alone or together with the application's classes (nothing of it runs):",
            "  java -jar lockgraft.jar check rules.yaml",
            "  java -jar lockgraft.jar check rules.yaml --classpath 'app.jar:classes:lib/*'",
            "",
            "Ask the stores too, and print the table that a database needs:",
            "  java -jar lockgraft.jar check rules.yaml --connect",
            "  java -jar lockgraft.jar ddl rules.yaml",
            "",
            "Ask an application that runs with it; the PID may be left out where there is one:",
            "  java -jar lockgraft.jar ps",
            "  java -jar lockgraft.jar status 4711",
            "  java -jar lockgraft.jar locks 4711",
            "",
            "Ask the stores who holds a key:",
            "  java -jar lockgraft.jar locks rules.yaml PAY:42",
            ""
        },
        optionListHeading = "Options:%n",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "The rules file may also be named by -Dlockgraft.rules=FILE or by the environment variable "
                    + "LOCKGRAFT_RULES.",
            "With rules that cannot be applied the application does not start: the reasons are on stderr, exit "
                    + "code 78.",
            "",
            "Read on: README.md (first steps), docs/RULES.md (every setting), TROUBLESHOOTING.md (symptom, "
                    + "cause, cure)."
        })
public final class Main implements Runnable {
    /** Nothing is wrong. */
    static final int CLEAN = 0;
    /** The rules have mistakes. */
    static final int MISTAKES = 1;
    /** The command line has: nothing was judged. */
    static final int WRONG_USE = 2;

    @Spec
    private CommandSpec spec;

    /** Does what the arguments say; returns the exit code. The jar's main class calls this by name. */
    public static int run(String[] args) {
        return run(args, new PrintWriter(System.out, true), new PrintWriter(System.err, true));
    }

    static int run(String[] args, PrintWriter out, PrintWriter err) {
        CommandLine main = new CommandLine(new Main());
        main.getSubcommands().values().forEach(each -> each.getCommandSpec().versionProvider(new VersionLine()));
        // It is typed by habit; the page of each command tells of --help.
        main.getSubcommands().get("help").getCommandSpec().usageMessage().hidden(true);
        return main.setOut(out)
                .setErr(err)
                // Plain text always: the output is read in build logs as often as in terminals.
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                // A key may begin with an @.
                .setExpandAtFiles(false)
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(120)
                .setParameterExceptionHandler(Main::wrongUse)
                .execute(args);
    }

    /**
     * One sentence and where to read on, not the whole help: the sentence would scroll out of sight. With --json the
     * sentence is on the standard output as JSON, too.
     */
    private static int wrongUse(ParameterException wrong, String[] args) {
        String why = why(wrong);
        if (Arrays.asList(args).contains("--json")) {
            PrintWriter out = wrong.getCommandLine().getOut();
            out.print(Json.write(Collections.singletonMap("error", why)));
            out.flush();
        }
        PrintWriter err = wrong.getCommandLine().getErr();
        err.println(Printable.of(why));
        UnmatchedArgumentException.printSuggestions(wrong, err);
        err.println("Try: " + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        return WRONG_USE;
    }

    /** Picocli counts the words of the command line where it should name one. */
    private static String why(ParameterException wrong) {
        if (wrong instanceof UnmatchedArgumentException && !((UnmatchedArgumentException) wrong).isUnknownOption()) {
            String first = ((UnmatchedArgumentException) wrong).getUnmatched().get(0);
            boolean isCommand = wrong.getCommandLine().getSubcommands().isEmpty();
            return '\'' + first + "' is " + (isCommand ? "one argument too many" : "no command");
        }
        return wrong.getMessage();
    }

    /** Without a command: the help. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
