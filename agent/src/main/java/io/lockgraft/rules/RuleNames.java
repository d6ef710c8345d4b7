package io.lockgraft.rules;

/** The name of a rule that gives none: {@code PayService.payOrder} from its first method pattern. */
final class RuleNames {
    private RuleNames() {}

    /** The type without its package, and the method without return type and parameters. */
    static String of(String pattern) {
        int parameters = pattern.indexOf('(');
        String text = (parameters < 0 ? pattern : pattern.substring(0, parameters)).trim();
        text = text.substring(text.lastIndexOf(' ') + 1);
        int method = text.lastIndexOf('.');
        int type = method < 0 ? -1 : text.lastIndexOf('.', method - 1);
        String name = text.substring(type + 1);
        return name.startsWith(".") ? name.substring(1) : name;
    }
}
