package io.lockgraft.cli;

import io.lockgraft.spi.text.AbsentFile;
import java.io.File;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The rules file that a command reads. */
final class RulesParameter {
    @Parameters(index = "0", paramLabel = "RULES", description = "The rules file.")
    private File file;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** The file, which can be read to its end. */
    File file() {
        if (file.isDirectory()) {
            throw wrongUse(file + " is a folder; name the rules file in it");
        }
        if (!file.exists()) {
            throw wrongUse("No such rules file: " + AbsentFile.place(file));
        }
        if (!file.isFile()) {
            throw wrongUse(file + " is a pipe or a device, which may never end; copy it to a file");
        }
        return file;
    }

    ParameterException wrongUse(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
