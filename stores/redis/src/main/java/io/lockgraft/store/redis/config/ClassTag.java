package io.lockgraft.store.redis.config;

import java.lang.reflect.Modifier;
import java.util.Locale;
import org.yaml.snakeyaml.nodes.Tag;

/** Judges the class that a tag names, by the getter of its setting. It initialises no class of Redisson. */
final class ClassTag {
    private ClassTag() {}

    /** True where the tag is none of YAML's own. */
    static boolean isOne(Tag tag) {
        return !tag.startsWith(Tag.PREFIX);
    }

    /** What is wrong with the class, or null. */
    static String mistake(Tag tag, KnownSection section, String setting) {
        if (Tag.standardTags.contains(tag)) {
            return "a class is expected, as !<org.redisson...> {}";
        }
        Class<?> named = find(isOne(tag) ? tag.getValue() : tag.getClassName());
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
