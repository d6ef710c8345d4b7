package io.lockgraft.rules.read;

import io.lockgraft.rules.LogSettings;
import io.lockgraft.rules.Manage;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleSetting;
import io.lockgraft.rules.RuleSettings;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.yaml.Mapping;
import io.lockgraft.rules.yaml.Node;
import io.lockgraft.rules.yaml.Reading;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.rules.yaml.Sequence;
import io.lockgraft.rules.yaml.Tables;
import io.lockgraft.rules.yaml.TreeReader;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reads the whole file: the settings beside the rules, then each rule. */
final class DocumentReader {
    private static final int LONGEST_NAMESPACE = 100;

    /** A store may take what is in braces for the part of a key that chooses its server. */
    private static final String FITTING = "[^\\p{javaWhitespace}\\p{Cc}{}]*";

    private final Reading reading;
    private final Section file;
    private final List<? extends StoreProvider> bundled;
    private final List<StoreProvider> extensions;

    private DocumentReader(
            Reading reading, Mapping root, List<? extends StoreProvider> bundled, List<StoreProvider> extensions) {
        this.bundled = bundled;
        this.extensions = extensions;
        this.reading = reading;
        this.file = new Section(reading, root, reading.tables().file(), "");
    }

    /** The rules, where the problems of the reading say that they can be used. */
    static Rules read(Reading reading, List<? extends StoreProvider> bundled) {
        Node root = TreeReader.read(reading);
        Mapping nothing = Mapping.empty(Position.whole(reading.file()));
        DocumentReader empty = new DocumentReader(reading, nothing, bundled, Collections.<StoreProvider>emptyList());
        if (root instanceof Mapping) {
            List<StoreProvider> extensions = ExtensionsReader.read(reading, (Mapping) root, bundled);
            DocumentReader document = new DocumentReader(reading, (Mapping) root, bundled, extensions);
            boolean said = document.failOpen();
            return document.rules(reading.isCutOff() ? empty.failOpen() : said);
        }
        if (root != null && !(root instanceof Node.Broken)) {
            reading.problems()
                    .add(
                            root.position(),
                            "a rules file is a mapping with a store of locks and 'rules', not " + root.kind());
        }
        return empty.withoutRules();
    }

    /** @param failOpen not what a file says that is cut off: that may be another setting's text */
    private Rules rules(boolean failOpen) {
        String namespace = namespace();
        boolean named = !"none".equals(file.choice("identity", "host", "none"));
        List<StoreProvider> providers = new ArrayList<StoreProvider>(bundled);
        providers.addAll(extensions);
        LogSettings log = LogReader.read(file);
        Manage manage = ManageReader.read(file);
        StoresReader stores = StoresReader.read(file, providers);
        RuleSettings defaults = defaults(stores);
        if (!defaults.has(RuleSetting.FAIL_OPEN)) {
            defaults.put(RuleSetting.FAIL_OPEN, failOpen, file.position());
        }
        Boolean requireMatch = file.flag("requireMatch");
        if (requireMatch != null && !defaults.has(RuleSetting.REQUIRE_MATCH)) {
            defaults.put(RuleSetting.REQUIRE_MATCH, requireMatch, file.position("requireMatch"));
        }
        Sequence list = list();
        boolean usable = !reading.problems().isAnySince(0);
        if (failOpen) {
            reading.problems().tolerateSince(0);
        }
        List<Rule> rules = new ArrayList<>();
        List<Rule> readable = new ArrayList<>();
        RuleReader reader = new RuleReader(reading, namespace, defaults, stores);
        StoreOverlaps overlaps = new StoreOverlaps(stores.all());
        int number = 0;
        for (Node node : list == null ? Collections.<Node>emptyList() : list.items()) {
            number++;
            int mark = reading.problems().mark();
            Rule rule = reader.read(node, number);
            boolean tolerated = rule == null ? defaults.get(RuleSetting.FAIL_OPEN) : rule.failOpen();
            if (rule != null) {
                overlaps.add(rule, reading.problems());
                readable.add(rule);
            }
            if (rule != null && usable && !reading.problems().isAnySince(mark)) {
                rules.add(rule);
            } else if (tolerated) {
                reading.problems().tolerateSince(mark);
            }
        }
        return new Rules(
                reading.file(),
                namespace,
                stores.all(),
                extensions,
                named,
                log,
                manage,
                failOpen,
                rules,
                reading.problems().tolerated(),
                reading.problems().warnings(),
                readable);
    }

    /** Returns a file without rules for one that cannot be read. If it fails open, its mistakes are warnings. */
    private Rules withoutRules() {
        boolean failOpen = failOpen();
        LogSettings log = LogReader.read(file);
        Manage manage = ManageReader.read(file);
        if (failOpen) {
            reading.problems().tolerateSince(0);
        }
        List<Rule> none = Collections.emptyList();
        return new Rules(
                reading.file(),
                "",
                Collections.<String, StoreConfiguration>emptyMap(),
                extensions,
                true,
                log,
                manage,
                failOpen,
                none,
                reading.problems().tolerated(),
                reading.problems().warnings(),
                none);
    }

    private boolean failOpen() {
        return Boolean.TRUE.equals(file.flag("failOpen"));
    }

    private String namespace() {
        Value value = file.value("namespace");
        if (value == null) {
            return "lockgraft";
        }
        String text = value.text();
        if (text.endsWith(":")) {
            file.problem(
                    "namespace", value.position(), "write it without the ':' at its end, which is put there anyway");
        } else if (text.length() > LONGEST_NAMESPACE) {
            file.problem("namespace", value.position(), "is longer than " + LONGEST_NAMESPACE + " characters");
        } else if (!text.matches(FITTING)) {
            file.wrong("namespace", value, " has a space, a brace or a control character in it");
        }
        return text;
    }

    private RuleSettings defaults(StoresReader stores) {
        Node node = file.mapping().get("defaults");
        Section section = node == null || node.isNull() ? null : file.section("defaults", Tables.RULE);
        if (section == null) {
            return new RuleSettings();
        }
        for (String name : new String[] {"name", "method", "methods", "key", "keys", "argument"}) {
            if (section.has(name)) {
                section.problem(section.namePosition(name), "'" + name + "' is each rule's own; it has no default");
            }
        }
        RuleSettings defaults = RuleSettingsReader.read(section);
        stores.chooseDefault(section, defaults);
        RuleConsistency.check(section, defaults, new RuleSettings(), stores.of(defaults));
        return defaults;
    }

    private Sequence list() {
        Node node = file.mapping().get("rules");
        if (node == null || node.isNull()) {
            if (node != null || !reading.isCutOff()) {
                file.problem(node == null ? file.position() : node.position(), "there are no 'rules'");
            }
            return null;
        }
        Sequence list = file.list("rules", "- method: com.shop.PayService.payOrder");
        if (list != null && list.items().isEmpty() && !reading.isCutOff()) {
            file.problem(list.position(), "'rules' is empty, so that nothing would be locked");
        }
        return list;
    }
}
