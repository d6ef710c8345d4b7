package io.lockgraft.cli;

import io.lockgraft.cli.connect.StoreFailure;
import io.lockgraft.cli.held.NotTakenException;
import io.lockgraft.cli.held.StoresOption;
import io.lockgraft.cli.held.Takeaway;
import io.lockgraft.cli.shell.RulesParameter;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.text.Printable;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes a key away from its owner, in the store itself. */
@Command(
        name = "unlock",
        mixinStandardHelpOptions = true,
        header = "Takes a key away from its owner, in the store of a rules file.",
        description = {
            "",
            "'locks rules.yaml KEY' prints this command with the owner. The store does it in one step, for this owner "
                    + "alone; calls that wait for the key get it at once, and a late command of the owner does not "
                    + "take it again. What runs under the lock is not stopped by that: it runs on until its JVM hears "
                    + "of it, a third of the lease later, and with onLost: warn to its end.",
            ""
        },
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Example: java -jar lockgraft.jar unlock rules.yaml PAY:42 shop-7f9d:812:9f3c2b7a41d05e68:17",
            "Exit codes: 0 taken away, 1 not taken away, not known to be, or mistakes in the rules file, 2 wrong use."
        })
final class UnlockCommand implements Callable<Integer> {
    @Mixin
    private RulesParameter rules;

    @Parameters(index = "1", paramLabel = "KEY", description = "With the namespace of the file or without it.")
    private String key;

    @Parameters(index = "2", paramLabel = "OWNER", description = "The whole owner, as 'locks' prints it.")
    private String owner;

    @Mixin
    private StoresOption which;

    @Option(
            names = "--while-alive",
            description = "Also from an owner that renews its lease, or never does (renew: false). Without it "
                    + "the command looks first, for half of the lease that is left.")
    private boolean whileAlive;

    @Option(
            names = "--foreign",
            description = "Also from an owner that is no Lockgraft: a lock that the application takes by itself.")
    private boolean foreign;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        File file = rules.file();
        if (key.isEmpty() || owner.isEmpty()) {
            throw rules.wrongUse(key.isEmpty() ? "empty KEY" : "empty OWNER");
        }
        PrintWriter err = spec.commandLine().getErr();
        Rules read = RulesParameter.read(file, spec.commandLine());
        if (read == null) {
            return Main.MISTAKES;
        }
        String name = StoresOption.lockName(read, key);
        try (StoresOption.Chosen chosen = which.of(read)) {
            Takeaway.Found found = new Takeaway(file.getPath(), name, owner).find(chosen.stores());
            if (!foreign) {
                found.requireOurs();
            }
            if (!whileAlive) {
                found.requireDead(read.rules(), each -> err.println(Forms.plain(each)));
            }
            found.take(each -> err.println(Forms.plain(each)));
            PrintWriter out = spec.commandLine().getOut();
            out.println(Printable.of(found.lock().key() + " was taken away from " + owner));
            out.println(Printable.of(found.aftermath(read.rules())));
            return Main.CLEAN;
        } catch (NotTakenException | StoreFailure refused) {
            for (String line : refused.getMessage().split("\n")) {
                err.println(Forms.plain(line));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            err.println("interrupted: nothing was taken away");
        }
        return Main.MISTAKES;
    }
}
