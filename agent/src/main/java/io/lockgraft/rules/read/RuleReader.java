package io.lockgraft.rules.read;

import io.lockgraft.language.expression.Template;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleSetting;
import io.lockgraft.rules.RuleSettings;
import io.lockgraft.rules.yaml.Mapping;
import io.lockgraft.rules.yaml.Node;
import io.lockgraft.rules.yaml.Reading;
import io.lockgraft.rules.yaml.Scalar;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.rules.yaml.Sequence;
import io.lockgraft.rules.yaml.Tables;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Value;
import io.lockgraft.spi.text.SyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads one rule. */
final class RuleReader {
    private static final int LONGEST_NAME = 200;
    private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

    private final Reading reading;
    private final String namespace;
    private final RuleSettings defaults;
    private final StoresReader stores;
    /** Of the rules so far, and where they are. */
    private final Map<String, Position> names = new HashMap<>();

    RuleReader(Reading reading, String namespace, RuleSettings defaults, StoresReader stores) {
        this.reading = reading;
        this.namespace = namespace;
        this.defaults = defaults;
        this.stores = stores;
    }

    /**
     * The rule, as far as it can be read; the problems say whether it can be used. Null where it is no mapping.
     *
     * @param number from 1, for a rule without a name
     */
    Rule read(Node node, int number) {
        if (!(node instanceof Mapping)) {
            if (!(node instanceof Node.Broken)) {
                String expected = ": a mapping like {method: com.shop.PayService.payOrder, key: PAY} is expected, not ";
                reading.problems().add(node.position(), "rule " + number + expected + node.kind());
            }
            return null;
        }
        Mapping mapping = (Mapping) node;
        Section rule = new Section(reading, mapping, Tables.RULE, where(mapping, number));
        RuleSettings own = RuleSettingsReader.read(rule);
        stores.choose(rule, own, defaults);
        StoreConfiguration store = stores.of(own.over(defaults));
        RuleConsistency.check(rule, own, defaults, store);
        String argument = argument(rule);
        Map<Object, Position> places = new HashMap<>();
        List<MethodPattern> methods = methods(rule, places);
        List<Template> keys = keys(rule, places);
        RuleConsistency.checkKeys(rule, own, keys);
        String name = name(rule, methods);
        RuleSettings all = own.over(defaults);
        grantLease(all, store);
        return new Rule(name, mapping.position(), methods, argument, keys, namespace, all, places);
    }

    /** What is not renewed ends when it is wished: the store sees to that. */
    private static void grantLease(RuleSettings all, StoreConfiguration store) {
        long wish = all.get(RuleSetting.LEASE).toMillis();
        long lease = store == null ? wish : store.capabilities().lease(wish);
        if (lease != wish && all.get(RuleSetting.RENEW)) {
            all.put(RuleSetting.GRANTED_LEASE, Duration.ofMillis(lease), null);
        }
    }

    /** How problems call the rule: by its name as written, or that of its first method, or its number. */
    private static String where(Mapping mapping, int number) {
        if (mapping.get("name") instanceof Scalar) {
            return "rule '" + ((Scalar) mapping.get("name")).text() + '\'';
        }
        Node method = mapping.get("method");
        if (method == null && mapping.get("methods") instanceof Sequence) {
            List<Node> items = ((Sequence) mapping.get("methods")).items();
            method = items.isEmpty() ? null : items.get(0);
        }
        return method instanceof Scalar && !method.isNull()
                ? "rule '" + RuleNames.of(((Scalar) method).text()) + '\''
                : "rule " + number;
    }

    private String name(Section rule, List<MethodPattern> methods) {
        Value value = rule.text("name");
        String name = value != null
                ? value.text()
                : methods.isEmpty() ? "" : RuleNames.of(methods.get(0).toString());
        if (value != null
                && (name.length() > LONGEST_NAME || CONTROL.matcher(name).find())) {
            String why = "is longer than " + LONGEST_NAME + " characters or has a control character in it";
            rule.problem("name", value.position(), why);
        }
        if (value != null && value.isSecret()) {
            String why = " is filled from a file of secrets, and a rule's name is told to everybody; write it out";
            rule.wrong("name", value, why);
        }
        Position at = value != null ? value.position() : rule.mapping().position();
        Position first = name.isEmpty() ? null : names.putIfAbsent(name, at);
        if (first != null) {
            String where = "another rule has this name, in line " + first.line();
            rule.problem(at, where + "; give one of them a 'name' of its own");
        }
        return name;
    }

    /** Null where the rule has none. */
    private static String argument(Section rule) {
        Value value = rule.text("argument");
        if (value == null) {
            return null;
        }
        if (!value.text().matches("[A-Za-z_$][\\w$]*") || value.text().equals("this")) {
            String like = "write one as in argument: dto, and {dto.orderNo} in the key";
            rule.wrong("argument", value, " is no name of a parameter; " + like);
        }
        if (!rule.has("name")) {
            rule.problem("'argument' needs 'name' beside it: a program asks for the rule by its name");
        }
        return value.text();
    }

    /** None where the rule is for programs alone. */
    private static List<MethodPattern> methods(Section rule, Map<Object, Position> places) {
        List<MethodPattern> patterns = new ArrayList<>();
        if (rule.has("argument") && !rule.isMeant("method", "methods")) {
            return patterns;
        }
        String name = rule.has("method") ? "method" : "methods";
        for (Node item : one(rule, "method", "methods", "[com.shop.PayService.pay, com.shop.PayService.refund]")) {
            Value value = rule.text(name, item);
            if (value == null) {
                continue;
            }
            try {
                MethodPattern pattern = MethodPattern.parse(value.text());
                places.put(pattern, value.position());
                patterns.add(pattern);
            } catch (SyntaxException e) {
                if (isCutAtComma(rule, value.text())) {
                    rule.wrong("methods", value, " ends at a comma, as entries in [...] do; put the pattern in quotes");
                    break;
                }
                rule.syntax(name, value, e);
            }
        }
        return Collections.unmodifiableList(patterns);
    }

    private static boolean isCutAtComma(Section rule, String text) {
        Node list = rule.mapping().get("methods");
        return list instanceof Sequence
                && ((Sequence) list).isFlow()
                && text.indexOf('(') >= 0
                && text.indexOf(')') < 0;
    }

    private static List<Template> keys(Section rule, Map<Object, Position> places) {
        List<Template> templates = new ArrayList<>();
        String name = rule.has("key") ? "key" : "keys";
        for (Node item : one(rule, "key", "keys", "['STOCK:{from}', 'STOCK:{to}']")) {
            Value value = rule.text(name, item);
            Template template = value == null ? null : template(rule, name, value);
            if (template == null) {
                continue;
            }
            places.put(template, value.position());
            templates.add(template);
            if (template.isSeveral() && name.equals("key")) {
                rule.problem(name, value.position(), "[*] makes several keys; write them under 'keys'");
            }
        }
        return Collections.unmodifiableList(templates);
    }

    private static Template template(Section rule, String name, Value value) {
        if (value.text().indexOf('\n') >= 0) {
            rule.problem(name, value.position(), "has a line break in it; write it in one line, without | or >");
            return null;
        }
        try {
            Template template = Template.parse(value.text());
            template.requireSense();
            return template;
        } catch (SyntaxException e) {
            rule.syntax(name, value, e);
            return null;
        }
    }

    /** The nodes of a setting that has a form for one and a form for several, of which a rule must have one. */
    private static List<Node> one(Section rule, String single, String several, String like) {
        if (rule.has(single) && rule.has(several)) {
            String both = "'" + single + "' and '" + several + "' exclude each other";
            rule.problem(rule.namePosition(several), both + "; write all of them under '" + several + '\'');
        }
        if (rule.has(single)) {
            return Collections.singletonList(rule.mapping().get(single));
        }
        Sequence list = rule.list(several, like);
        if (!rule.has(several) && !rule.isMeant(single, several)) {
            rule.problem("'" + single + "' is missing");
        } else if (list != null && list.items().isEmpty()) {
            rule.problem(several, list.position(), "is empty");
        }
        return list == null ? Collections.<Node>emptyList() : list.items();
    }
}
