package io.lockgraft.cli;

import io.lockgraft.cli.classpath.ClassPath;
import io.lockgraft.cli.classpath.ClassPathText;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.RulesException;
import io.lockgraft.rules.read.RulesFile;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.text.AbsentFile;
import io.lockgraft.store.BundledStores;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Judges a rules file, and with a class path also what each rule would lock; runs nothing of the application. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        versionProvider = VersionLine.class,
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
            "Exit codes: 0 no mistakes, 1 mistakes (with --strict also warnings), 2 wrong use of this command."
        })
final class CheckCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "RULES", description = "The rules file.")
    private File file;

    @Option(
            names = {"-c", "--classpath", "--class-path", "-cp"},
            paramLabel = "PATH",
            description = "The application: jars, folders of classes, lib/* (in quotes, or the shell takes the star) "
                    + "for all jars of a folder, Spring Boot jars, WARs and EARs; between them the platform's "
                    + "separator (: or on Windows ;).")
    private String classPath;

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
        if (file.isDirectory()) {
            throw wrongUse(file + " is a folder; name the rules file in it");
        }
        if (!file.exists()) {
            throw wrongUse("No such rules file: " + AbsentFile.place(file));
        }
        if (!file.isFile()) {
            throw wrongUse(file + " is a pipe or a device, which may never end; copy it to a file");
        }
        Verdict verdict = verdict();
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
            throw wrongUse("--classpath: " + wrong.getMessage());
        }
    }

    private ParameterException wrongUse(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private Verdict verdict() throws IOException {
        List<File> application = classPath == null ? null : entries();
        List<Problem> unset = new ArrayList<>();
        Rules rules;
        try {
            Rules read =
                    RulesFile.read(file, Environment.PROCESS, BundledStores.providers(), ignoreUnset ? unset : null);
            if (application == null) {
                List<Problem> doubts = new ArrayList<>(read.warnings());
                read.rules().forEach(rule -> doubts.addAll(new Doubts(rule).ofSettings()));
                return new Verdict(read.file(), read.rules().size(), read.tolerated(), doubts, unset);
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
            return new Judge(rules, classes).verdict(unset);
        }
    }
}
