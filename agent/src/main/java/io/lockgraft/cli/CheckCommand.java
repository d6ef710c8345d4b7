package io.lockgraft.cli;

import io.lockgraft.cli.classpath.ClassPath;
import io.lockgraft.cli.classpath.ClassPathText;
import io.lockgraft.cli.connect.CheckContext;
import io.lockgraft.cli.connect.StoreCheck;
import io.lockgraft.cli.connect.StoreFinding;
import io.lockgraft.cli.shell.RulesParameter;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.RulesException;
import io.lockgraft.rules.read.RulesFile;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.store.BundledStores;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Judges a rules file, with a class path also what each rule would lock, and on demand its stores. Runs nothing of the
 * application but a driver.
 */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        header = "Says what is wrong in a rules file and, with --classpath, which methods each rule locks.",
        description = {
            "",
            "Without --classpath the file alone is judged: its settings, patterns and templates.",
            "With it every rule is held against the application's class files: the methods that it locks are listed "
                    + "with the types in their keys, and what does not fit is a mistake. Nothing of the application "
                    + "is loaded or run.",
            "",
            "Variables that the file asks for ($${NAME}) are taken from the environment, as when the "
                    + "application starts; --ignore-unset passes over those that are not there.",
            ""
        },
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Example: java -jar lockgraft.jar check rules.yaml --classpath shop.jar",
            "Exit codes: 0 no mistakes, 1 mistakes (with --strict also warnings), 2 wrong use of this command.",
            "With --connect a store that cannot be used is a mistake."
        })
final class CheckCommand implements Callable<Integer> {
    @Mixin
    private RulesParameter rulesFile;

    @Option(
            names = {"-c", "--classpath", "--class-path", "-cp"},
            paramLabel = "PATH",
            description = "The application: jars, folders of classes, lib/* (in quotes, or the shell takes the star) "
                    + "for all jars of a folder, Spring Boot jars, WARs and EARs; between them the platform's "
                    + "separator (: or on Windows ;).")
    private String classPath;

    @Option(
            names = "--connect",
            description = "Opens each store of the file and takes a lock there that no rule has. Prints what the store "
                    + "is, its version and what it promises, or why it cannot be used and what to do. It does what a "
                    + "first call would: createTable makes a table. A driver of the application's is taken from "
                    + "--classpath, and runs.")
    private boolean connect;

    @Option(names = "--json", description = "Writes the result as JSON; docs/rules/check.md describes it.")
    private boolean json;

    @Option(names = "--strict", description = "Warnings end with exit code 1, as mistakes do.")
    private boolean strict;

    @Option(
            names = "--ignore-unset",
            description = "Variables that are not set and secret files that are not there, as on a build machine, are "
                    + "notes and no mistakes; what they fill in is not judged.")
    private boolean ignoreUnset;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        File file = rulesFile.file();
        if (connect && ignoreUnset) {
            throw rulesFile.wrongUse(
                    "--connect needs all that the rules file is filled with; leave out --ignore-unset");
        }
        Verdict verdict = verdict(file);
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? JsonVerdict.write(verdict) : PlainVerdict.write(verdict));
        out.flush();
        boolean clean = verdict.problems.isEmpty() && (!strict || verdict.warnings.isEmpty());
        return clean ? Main.CLEAN : Main.MISTAKES;
    }

    private List<File> entries() {
        try {
            return ClassPathText.entries(classPath, File.pathSeparator);
        } catch (IllegalArgumentException wrong) {
            throw rulesFile.wrongUse("--classpath: " + wrong.getMessage());
        }
    }

    private Verdict verdict(File file) throws IOException {
        List<File> application = classPath == null ? null : entries();
        List<Problem> unset = new ArrayList<>();
        Rules read = null;
        Rules rules;
        try {
            read = RulesFile.read(file, Environment.PROCESS, BundledStores.providers(), ignoreUnset ? unset : null);
            if (application == null) {
                List<Problem> doubts = new ArrayList<>(read.warnings());
                read.rules().forEach(rule -> doubts.addAll(new Doubts(rule).ofSettings()));
                return new Verdict(read.file(), read.rules().size(), read.tolerated(), doubts, unset)
                        .with(asked(read, null));
            }
            rules = read.toJudge(Collections.emptyList());
        } catch (RulesException wrong) {
            rules = wrong.toJudge();
            if (application == null || rules == null) {
                List<Problem> warnings = rules == null ? Collections.<Problem>emptyList() : rules.warnings();
                return new Verdict(file.getPath(), 0, wrong.problems(), warnings, unset);
            }
        }
        try (ClassPath classes = ClassPath.open(application)) {
            return new Judge(rules, classes).verdict(unset).with(asked(read, classes.loader()));
        }
    }

    /**
     * None where that is not wished for.
     *
     * @param read null where the file has mistakes, so that it is not known which stores are meant
     * @param application its classes, or null
     */
    private List<StoreFinding> asked(Rules read, ClassLoader application) {
        return connect && read != null
                ? StoreCheck.of(read, new CheckContext(read.namespace(), read.isNamed(), application))
                : Collections.emptyList();
    }
}
