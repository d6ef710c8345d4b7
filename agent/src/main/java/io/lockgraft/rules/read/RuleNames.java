package io.lockgraft.rules.read;

/**
 * The name of a rule that gives none, from its first method pattern: {@code PayService.payOrder}, or {@code @Exclusive}
 * where only the annotation says anything.
 */
final class RuleNames {
    private RuleNames() {}

    /** The type without its package, and the method without return type and parameters. */
    static String of(String pattern) {
        int parameters = pattern.indexOf('(');
        String text = (parameters < 0 ? pattern : pattern.substring(0, parameters)).trim();
        String name = lastTwo(text.substring(text.lastIndexOf(' ') + 1));
        return text.startsWith("@") && name.matches("[*.]*") ? annotation(text) : name;
    }

    private static String lastTwo(String path) {
        int method = path.lastIndexOf('.');
        int type = method < 0 ? -1 : path.lastIndexOf('.', method - 1);
        String name = path.substring(type + 1);
        return name.startsWith(".") ? name.substring(1) : name;
    }

    private static String annotation(String text) {
        String type = text.substring(1).split(" ", 2)[0];
        return '@' + type.substring(type.lastIndexOf('.') + 1);
    }
}
