package io.lockgraft.cli.ask;

import io.lockgraft.manage.Json;
import io.lockgraft.manage.answer.Answer;
import io.lockgraft.manage.mailbox.Description;
import io.lockgraft.manage.mailbox.FoundMailbox;
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
                    + "to type. What dead JVMs have left in the folder is removed.",
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
        Target target = AskCommand.target(spec, folder);
        try {
            List<FoundMailbox> jvms = target.all();
            List<Exchange> asked = new ArrayList<>();
            for (FoundMailbox jvm : jvms) {
                asked.add(ask(jvm)); // all at once: one that stands still costs three seconds, and ten no more
            }
            List<String[]> rows = new ArrayList<>();
            for (int i = 0; i < jvms.size(); i++) {
                rows.add(row(jvms.get(i), asked.get(i)));
            }
            print(jvms, rows, target.others());
            target.clean();
            return rows.isEmpty() ? Answer.NOTHING : Answer.ANSWERED;
        } catch (NotAsked e) {
            return AskCommand.refuse(spec, json, e);
        }
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
        Description said = jvm.description();
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
            state = e.code() == Answer.NOTHING ? "has ended" : state;
        }
        return new String[] {Forms.NONE, Forms.NONE, state};
    }

    private void print(List<FoundMailbox> jvms, List<String[]> rows, String others) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            List<Object> all = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                all.add(map(jvms.get(i), rows.get(i)));
            }
            out.print(Json.write(all));
        } else if (rows.isEmpty()) {
            out.println(AskCommand.printable("No JVM with Lockgraft can be asked by this user" + others));
        } else {
            out.print(AskCommand.printable(table(rows) + (others.isEmpty() ? "" : others.substring(1) + '\n')));
        }
        out.flush();
    }

    private static Map<String, Object> map(FoundMailbox jvm, String[] row) {
        Description said = jvm.description();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("application", said.application());
        map.put("pid", Forms.number(jvm.pid()));
        map.put("host", said.host());
        map.put("upMillis", said.upMillis() < 0 ? null : said.upMillis());
        map.put("lockgraft", said.version());
        map.put("java", said.java());
        map.put("file", said.rules());
        map.put("held", Forms.number(row[4]));
        map.put("waiting", Forms.number(row[5]));
        map.put("state", row[6]);
        return map;
    }

    private static String table(List<String[]> rows) {
        Table table = new Table("PID", "UP", "APPLICATION", "RULES", ">HELD", ">WAITING", "STATE");
        rows.forEach(table::row);
        return table.text();
    }
}
