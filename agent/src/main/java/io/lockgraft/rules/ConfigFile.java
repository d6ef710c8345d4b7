package io.lockgraft.rules;

import io.lockgraft.spi.settings.Problem;
import java.io.File;
import java.util.List;

/** Judges the file that {@code redis.config} names: its form is not the rules' to know. */
public interface ConfigFile {
    /** Its mistakes, in the order of the file; no message shows any of its values. */
    List<Problem> problems(File file);
}
