package io.lockgraft.cli.shell;

import io.lockgraft.rules.Rules;
import io.lockgraft.rules.RulesException;
import io.lockgraft.rules.read.RulesFile;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.text.AbsentFile;
import io.lockgraft.store.BundledStores;
import java.io.File;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The rules file that a command reads. */
public final class RulesParameter {
    @Parameters(index = "0", paramLabel = "RULES", description = "The rules file.")
    private File file;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** The file, which can be read to its end. */
    public File file() {
        return readable(file, command.commandLine());
    }

    /** The same file, which can be read to its end; for a parameter that may be something else. */
    public static File readable(File file, CommandLine command) {
        if (file.getPath().isEmpty()) {
            throw new ParameterException(command, "empty file name; name the rules file");
        }
        if (file.isDirectory()) {
            throw new ParameterException(command, file + " is a folder; name the rules file in it");
        }
        if (!file.exists()) {
            throw new ParameterException(command, "No such rules file: " + AbsentFile.place(file));
        }
        if (!file.isFile()) {
            throw new ParameterException(
                    command, file + " is a pipe or a device, which may never end; copy it to a file");
        }
        return file;
    }

    /** The rules of a file whose stores are asked; null where it has mistakes, which are on the standard error then. */
    public static Rules read(File file, CommandLine command) {
        try {
            return RulesFile.read(file, Environment.PROCESS, BundledStores.providers(), null);
        } catch (RulesException wrong) {
            wrong.problems().forEach(command.getErr()::println);
            return null;
        }
    }

    public ParameterException wrongUse(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
