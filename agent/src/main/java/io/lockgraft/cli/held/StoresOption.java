package io.lockgraft.cli.held;

import io.lockgraft.cli.classpath.ClassPath;
import io.lockgraft.cli.classpath.ClassPathText;
import io.lockgraft.cli.connect.CheckContext;
import io.lockgraft.cli.connect.OpenStore;
import io.lockgraft.engine.site.KeyNames;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.text.Listing;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which stores of a rules file a command asks. */
public final class StoresOption {
    @Option(
            names = "--store",
            paramLabel = "NAME",
            description = "The store to ask, by its name in the file. Without it each is asked that a rule names.")
    private String name;

    @Option(
            names = {"-c", "--classpath", "--class-path", "-cp"},
            paramLabel = "PATH",
            description = "The application, where a database's driver is one of its classes; as of 'check'.")
    private String classPath;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Those stores, and the classes that they need. */
    public static final class Chosen implements AutoCloseable {
        private final List<OpenStore> stores = new ArrayList<>();
        private final ClassPath classes;

        private Chosen(ClassPath classes) {
            this.classes = classes;
        }

        public List<OpenStore> stores() {
            return stores;
        }

        @Override
        public void close() throws IOException {
            stores.forEach(OpenStore::close);
            if (classes != null) {
                classes.close();
            }
        }
    }

    /** In the order of the file. None is connected yet. */
    public Chosen of(Rules rules) throws IOException {
        Map<String, StoreConfiguration> stores = chosen(rules);
        Chosen chosen = new Chosen(classPath == null ? null : ClassPath.open(entries()));
        ClassLoader application = chosen.classes == null ? null : chosen.classes.loader();
        CheckContext context = new CheckContext(rules.namespace(), rules.isNamed(), application);
        stores.forEach((each, store) -> chosen.stores.add(new OpenStore(each, store, context)));
        return chosen;
    }

    private Map<String, StoreConfiguration> chosen(Rules rules) {
        if (name != null) {
            StoreConfiguration store = rules.stores().get(name);
            if (store == null) {
                List<String> names = new ArrayList<>(rules.stores().keySet());
                names.remove("");
                throw wrongUse("--store: " + rules.file() + " has no store '" + name + "'"
                        + (names.isEmpty() ? ": its only one has no name" : ", but " + Listing.all(names, " and ")));
            }
            return Collections.singletonMap(name, store);
        }
        return rules.usedStores().isEmpty() ? rules.stores() : rules.usedStores();
    }

    private List<File> entries() {
        try {
            return ClassPathText.entries(classPath, File.pathSeparator);
        } catch (IllegalArgumentException wrong) {
            throw wrongUse("--classpath: " + wrong.getMessage());
        }
    }

    private ParameterException wrongUse(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    /** The whole name of a lock, as stores have it: with the namespace in front, and not too long. */
    public static String lockName(Rules rules, String key) {
        String beginning = beginning(rules);
        return KeyNames.shortened(key.startsWith(beginning) ? key : beginning + key);
    }

    /** What the names of all locks of the file begin with. */
    static String beginning(Rules rules) {
        return rules.namespace().isEmpty() ? "" : rules.namespace() + ':';
    }
}
