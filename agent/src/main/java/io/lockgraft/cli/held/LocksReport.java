package io.lockgraft.cli.held;

import io.lockgraft.cli.connect.OpenStore;
import io.lockgraft.cli.shell.Terminal;
import io.lockgraft.manage.Json;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.text.Printable;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** What {@code locks RULES [KEY]} prints of the stores of a rules file. */
public final class LocksReport {
    private static final long MANY = 1_000_000;

    private final Rules rules;
    private final boolean json;
    private final PrintWriter out;
    private final PrintWriter err;

    /** @param err for what is no answer: notes, failures, what is looked through */
    public LocksReport(Rules rules, boolean json, PrintWriter out, PrintWriter err) {
        this.rules = rules;
        this.json = json;
        this.out = out;
        this.err = err;
    }

    /** How it ended. */
    public enum End {
        /** All stores that can tell it have answered, and one can. */
        ANSWERED,
        /** A store has not answered, or none can tell it. */
        UNANSWERED,
        /** Nothing was looked through: there is too much of it, or it was not named. */
        NOT_ASKED;

        /** The exit code of the command. */
        public int code() {
            return ordinal();
        }
    }

    /**
     * Who holds this key.
     *
     * @param key with the namespace or without it
     */
    public End ofKey(List<OpenStore> stores, String key) {
        if (key.isEmpty()) {
            String why = "empty KEY; without KEY all keys are listed";
            if (json) {
                out.print(Json.write(Collections.singletonMap("error", why)));
                out.flush();
            }
            err.println(why);
            return End.NOT_ASKED;
        }
        String name = StoresOption.lockName(rules, key);
        StoreLocks told = StoreLocks.ofKey(stores, name);
        End end = print(told, Printable.of(name) + " is free: nobody holds it in ");
        if (!json) {
            told.questions().forEach(each -> err.println(Printable.of(each)));
            told.cures(rules.file()).forEach(each -> err.println(Printable.of("take it away: " + each)));
        }
        return end;
    }

    /**
     * All keys that are held.
     *
     * @param meant whether more than a million entries are looked through without asking
     */
    public End ofAll(List<OpenStore> stores, boolean meant) {
        StoreLocks told = StoreLocks.ofAll(stores);
        long size = told.size();
        if (!told.answered().isEmpty()) {
            String much = String.format(Locale.ROOT, "%,d", size) + (size == 1 ? " entry" : " entries") + " of "
                    + told.answered();
            if (size > MANY && !meant && !Terminal.confirmed("look through " + much + "?")) {
                err.println("not looked through " + much + "; --yes does it without asking, KEY reads one entry");
                return End.NOT_ASKED;
            }
            err.println("looking through " + much);
            told.scan(StoresOption.beginning(rules));
        }
        return print(told, "no key is held in ");
    }

    private End print(StoreLocks told, String none) {
        told.notes().forEach(each -> err.println(Forms.plain(each)));
        told.failures().forEach(each -> err.println(Forms.plain(each)));
        if (json) {
            out.print(told.json());
        } else if (!told.isEmpty()) {
            out.print(told.table().replace("\n", System.lineSeparator()));
        } else if (!told.answered().isEmpty()) {
            out.println(none + told.answered());
        }
        out.flush();
        return told.isWhole() ? End.ANSWERED : End.UNANSWERED;
    }
}
