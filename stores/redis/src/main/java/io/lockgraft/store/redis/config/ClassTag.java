package io.lockgraft.store.redis.config;

import java.lang.reflect.Modifier;
import java.util.Locale;

/** Judges the class that a tag names, by the getter of its setting. It initialises no class of Redisson. */
final class ClassTag {
    /** What YAML puts in front of a tag that is written with two exclamation marks. */
    static final String YAML = "tag:yaml.org,2002:";

    private static final String CONFIGURATION = "org.redisson.config.";

    private ClassTag() {}

    /** True where the tag names a class. */
    static boolean isOne(String tag) {
        return tag != null && !tag.equals("!");
    }

    /** What is wrong with the class, or null. */
    static String problem(String tag, KnownSection section, String setting) {
        if (!isOne(tag)) {
            return "a class is expected, as !<org.redisson...> {}";
        }
        Class<?> named = find(tag.startsWith(YAML) ? tag.substring(YAML.length()) : tag);
        if (named == null) {
            return "the class that it names is not in Lockgraft, which sees none but Redisson's own";
        }
        Class<?> wanted = wanted(section, setting);
        if (wanted != null && !wanted.isAssignableFrom(named)) {
            return "the class that it names is no " + wanted.getName();
        }
        if (Modifier.isAbstract(named.getModifiers())) {
            return "the class that it names is abstract; name one that can be made";
        }
        return null;
    }

    private static Class<?> find(String type) {
        try {
            return Class.forName(type, false, ClassTag.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /** What the setting's getter returns; null where Redisson has a setter alone. */
    private static Class<?> wanted(KnownSection section, String setting) {
        Class<?> owner = find(CONFIGURATION + (section.title().isEmpty() ? "Config" : capital(section.title())));
        try {
            return owner == null
                    ? null
                    : owner.getMethod("get" + capital(setting)).getReturnType();
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static String capital(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }
}
