package io.lockgraft.manage.mailbox;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The mailbox of a JVM that can be asked. */
public final class FoundMailbox {
    private final Path folder;
    private final JvmDescription description;
    private final ProcessEntry process;

    FoundMailbox(Path folder, JvmDescription description, ProcessEntry process) {
        this.folder = folder;
        this.description = description;
        this.process = process;
    }

    public Path folder() {
        return folder;
    }

    public JvmDescription description() {
        return description;
    }

    /** The pid by which this user knows the JVM. */
    public String pid() {
        return process == null ? description.pid() : process.pid();
    }

    /** The process as it was found; null where the system does not tell about processes. */
    public ProcessEntry process() {
        return process;
    }

    /** Puts a question into the mailbox. */
    public MailedQuestion ask(List<String> words) throws IOException {
        return MailedQuestion.put(folder, words);
    }
}
