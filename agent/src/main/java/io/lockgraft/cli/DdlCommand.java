package io.lockgraft.cli;

import io.lockgraft.cli.shell.RulesParameter;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.RulesException;
import io.lockgraft.rules.read.RulesFile;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.store.BundledStores;
import java.io.File;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the tables that the databases of a rules file need; connects to none of them. */
@Command(
        name = "ddl",
        mixinStandardHelpOptions = true,
        header = "Prints the CREATE TABLE of each jdbc store in a rules file.",
        description = {
            "",
            "It is the statement that 'createTable: true' would run, in the language of the database that the store's "
                    + "url names. Nothing is connected, and variables that are not set are passed over, but for those "
                    + "of a url.",
            ""
        },
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Example: java -jar lockgraft.jar ddl rules.yaml | psql shop",
            "Exit codes: 0 printed, 1 mistakes in the rules file, 2 wrong use, or a file without jdbc."
        })
final class DdlCommand implements Callable<Integer> {
    @Mixin
    private RulesParameter rules;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        File file = rules.file();
        List<Problem> unset = new ArrayList<>();
        Rules read;
        try {
            read = RulesFile.read(file, Environment.PROCESS, BundledStores.providers(), unset);
        } catch (RulesException wrong) {
            wrong.problems().forEach(spec.commandLine().getErr()::println);
            return Main.MISTAKES;
        }
        Set<String> tables = new LinkedHashSet<>();
        collect(read.stores().values(), tables);
        if (tables.isEmpty()) {
            unset.forEach(each -> spec.commandLine().getErr().println(each));
            throw rules.wrongUse(file + " has no store 'jdbc'"
                    + (unset.isEmpty() ? "" : " whose url is known; set the variables above")
                    + ": no other store needs a table");
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(String.join(";" + System.lineSeparator() + System.lineSeparator(), tables) + ';');
        out.flush();
        return Main.CLEAN;
    }

    /** Also of stores that are members of others. */
    private static void collect(Collection<StoreConfiguration> stores, Set<String> tables) {
        for (StoreConfiguration store : stores) {
            String ddl = BundledStores.ddl(store);
            if (ddl != null) {
                tables.add(ddl);
            }
            collect(store.members(), tables);
        }
    }
}
