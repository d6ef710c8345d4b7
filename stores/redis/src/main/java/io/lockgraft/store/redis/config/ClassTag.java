package io.lockgraft.store.redis.config;

import java.lang.reflect.Modifier;
import java.util.Locale;

/** Judges the class that a tag names, by the getter of its setting. It initialises no class of Redisson. */
final class ClassTag {
    /** What YAML puts in front of a tag that is written with two exclamation marks. */
    private static final String YAML = "tag:yaml.org,2002:";

    private ClassTag() {}

    /** True where there is a tag, and none of YAML's own. */
    static boolean isOne(String tag) {
        return tag != null && !tag.equals("!") && !tag.startsWith(YAML);
    }

    /** What is wrong with the class, or null. */
    static String mistake(String tag, KnownSection section, String setting) {
        if (tag == null || tag.equals("!")) {
            return "a class is expected, as !<org.redisson...> {}";
        }
        Class<?> named = find(isOne(tag) ? tag : tag.substring(YAML.length()));
        if (named == null) {
            return "the class that it names is not in Lockgraft, which sees none but Redisson's own";
        }
        Class<?> wanted = wanted(section, setting);
        if (wanted != null && !wanted.isAssignableFrom(named)) {
            return "the class that it names is no " + wanted.getName();
        }
        return Modifier.isAbstract(named.getModifiers())
                ? "the class that it names is abstract; name one that can be made"
                : null;
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
        String title = section == KnownSection.FILE ? "config" : section.title;
        try {
            return find("org.redisson.config." + capital(title))
                    .getMethod("get" + capital(setting))
                    .getReturnType();
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static String capital(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }
}
