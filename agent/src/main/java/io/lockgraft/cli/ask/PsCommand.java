package io.lockgraft.cli.ask;

import io.lockgraft.manage.Json;
import io.lockgraft.manage.answer.Printout;
import io.lockgraft.manage.mailbox.FoundMailbox;
import io.lockgraft.manage.mailbox.JvmDescription;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.manage.text.Table;
import java.io.File;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Lists the JVMs that can be asked. Each is asked with {@code ps}, and answers with three fields between tabs: how many
 * calls hold their locks, how many wait, and its state.
 */
@Command(
        name = "ps",
        mixinStandardHelpOptions = true,
        header = "Lists the JVMs with Lockgraft that this user may ask.",
        description = {
            "",
            "Also those in containers, where this user may see their files. JVMs of other users are named with what "
                    + "to type. A JVM that was killed is told of once: then what it has left is removed.",
            ""
        },
        optionListHeading = "%nOptions:%n",
        footer = {"", "Example: java -jar lockgraft.jar ps", AskCommand.EXIT_CODES})
public final class PsCommand implements Callable<Integer> {
    /** Of an answer. */
    private static final int FIELDS = 3;

    @Option(names = "--json", description = "Prints the list as JSON.")
    private boolean json;

    @Option(names = "--folder", paramLabel = "FOLDER", description = AskCommand.FOLDER)
    private File folder;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        AskableJvms askable = AskCommand.askable(spec, folder);
        List<FoundMailbox> jvms = askable.all();
        List<Exchange> asked = new ArrayList<>();
        for (FoundMailbox jvm : jvms) {
            asked.add(ask(jvm)); // all at once: one that stands still costs three seconds, and ten no more
        }
        List<String[]> rows = new ArrayList<>();
        for (int i = 0; i < jvms.size(); i++) {
            rows.add(row(jvms.get(i), asked.get(i)));
        }
        List<JvmDescription> dead = askable.clean();
        print(jvms, rows, dead);
        List<String> remarks = new ArrayList<>();
        dead.forEach(each -> remarks.add(AskableJvms.died(each)));
        if (!rows.isEmpty()) {
            remarks.addAll(askable.hidden());
            remarks.addAll(askable.others());
            // Below the table; beside JSON they are no part of the output.
            print(json ? spec.commandLine().getErr() : spec.commandLine().getOut(), remarks);
            return Printout.ANSWERED;
        }
        NotAsked none = askable.none();
        remarks.add(none.getMessage());
        print(spec.commandLine().getErr(), remarks);
        return none.code();
    }

    /** Returns null where the JVM has ended meanwhile, or its mailbox cannot be used. */
    private static Exchange ask(FoundMailbox jvm) {
        try {
            return new Exchange(jvm, Collections.singletonList("ps"));
        } catch (NotAsked e) {
            return null;
        }
    }

    private static String[] row(FoundMailbox jvm, Exchange asked) {
        JvmDescription said = jvm.description();
        String[] now = now(asked);
        return new String[] {
            jvm.pid(), Forms.spanOfMillis(said.upMillis()), said.application(), said.rules(), now[0], now[1], now[2]
        };
    }

    /** What the JVM says of this moment: how many calls hold, how many wait, and its state. */
    private static String[] now(Exchange asked) {
        String state = "does not answer";
        try {
            String[] now = asked == null
                    ? new String[0]
                    : asked.answer().text().replace("\n", "").split("\t", FIELDS);
            if (now.length == FIELDS) {
                return now;
            }
        } catch (NotAsked e) {
            state = e.code() == Printout.NOTHING ? "has ended" : state;
        }
        return new String[] {Forms.NONE, Forms.NONE, state};
    }

    private void print(List<FoundMailbox> jvms, List<String[]> rows, List<JvmDescription> dead) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            List<Object> all = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                all.add(map(jvms.get(i).pid(), jvms.get(i).description(), rows.get(i)));
            }
            for (JvmDescription each : dead) {
                all.add(map(each.pid(), each, null));
            }
            out.print(Json.write(all));
        } else if (!rows.isEmpty()) {
            out.print(AskCommand.printable(table(rows)));
        }
        out.flush();
    }

    private static void print(PrintWriter to, List<String> lines) {
        lines.forEach(each -> to.print(AskCommand.printable(each + '\n')));
        to.flush();
    }

    /** @param row null for a JVM that has died */
    private static Map<String, Object> map(String pid, JvmDescription said, String[] row) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("application", said.application());
        map.put("pid", Forms.number(pid));
        map.put("host", said.host());
        map.put("upMillis", row == null || said.upMillis() < 0 ? null : said.upMillis());
        map.put("lockgraft", said.version());
        map.put("java", said.java());
        map.put("file", said.rules());
        map.put("held", row == null ? null : Forms.number(row[4]));
        map.put("waiting", row == null ? null : Forms.number(row[5]));
        map.put("state", row == null ? "has ended, and not in good order" : row[6]);
        return map;
    }

    private static String table(List<String[]> rows) {
        Table table = new Table("PID", "UP", "APPLICATION", "RULES", ">HELD", ">WAITING", "STATE");
        rows.forEach(table::row);
        return table.text();
    }
}
