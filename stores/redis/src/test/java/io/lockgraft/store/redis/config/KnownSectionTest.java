package io.lockgraft.store.redis.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.store.redis.config.KnownSetting.Kind;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.redisson.config.Config;
import org.yaml.snakeyaml.introspector.Property;
import org.yaml.snakeyaml.introspector.PropertyUtils;

/** Holds the table to what Redisson itself takes for its settings. */
class KnownSectionTest {
    @Test
    void theTableHasAllThatRedissonReadsAndNothingElse() throws ReflectiveOperationException {
        for (KnownSection section : KnownSection.values()) {
            Map<String, String> known = new TreeMap<>();
            for (String name : section.names()) {
                KnownSetting setting = section.find(name);
                known.put(name, kind(setting.kind) + setting.words);
            }
            assertThat(known).as(section.name()).isEqualTo(read(type(section)));
        }
    }

    /** By Redisson's own look at its classes, which nobody but its reader of files can reach. */
    private static Map<String, String> read(Class<?> type) throws ReflectiveOperationException {
        Class<?> redisson = Class.forName("org.redisson.config.ConfigSupport$CustomPropertyUtils");
        Constructor<?> constructor = redisson.getDeclaredConstructor(boolean.class);
        constructor.setAccessible(true);
        PropertyUtils reader = (PropertyUtils) constructor.newInstance(false);
        Map<String, String> settings = new TreeMap<>();
        for (Property each : reader.getProperties(type)) {
            Property property = reader.getProperty(type, each.getName());
            if (property != null
                    && property.isWritable()
                    && property.getType() != KeyManagerFactory.class
                    && property.getType() != TrustManagerFactory.class) {
                settings.put(property.getName(), kind(property.getType()));
            }
        }
        return settings;
    }

    private static String kind(Kind kind) {
        switch (kind) {
            case SECRET:
            case ADDRESS:
                return Kind.TEXT.name();
            case ADDRESSES:
                return Kind.LIST.name();
            default:
                return kind.name();
        }
    }

    private static String kind(Class<?> type) {
        if (type.isEnum()) {
            return Kind.WORD + Arrays.toString(type.getEnumConstants());
        }
        Kind kind = type == int.class || type == long.class
                ? Kind.WHOLE
                : type == boolean.class
                        ? Kind.FLAG
                        : type == String.class
                                ? Kind.TEXT
                                : type == URL.class
                                        ? Kind.LOCATION
                                        : type.isArray() || Collection.class.isAssignableFrom(type)
                                                ? Kind.LIST
                                                : type == Map.class
                                                        ? Kind.MAPPING
                                                        : type.getName().endsWith("ServersConfig")
                                                                        || type.getName()
                                                                                .endsWith("ServerConfig")
                                                                ? Kind.SECTION
                                                                : Kind.OBJECT;
        return kind + "[]";
    }

    private static Class<?> type(KnownSection section) throws ClassNotFoundException {
        if (section == KnownSection.FILE) {
            return Config.class;
        }
        String title = section.title;
        return Class.forName("org.redisson.config." + Character.toUpperCase(title.charAt(0)) + title.substring(1));
    }
}
