package io.lockgraft.weave.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.language.type.loader.ClassMap;
import io.lockgraft.language.type.loader.LoaderMapTest.EqualLoader;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.weave.Weaving;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Loaders that say of each other that they are equal have classes of their own: what is known of one is not of another.
 */
@FailsWithout("`LoaderMap` tells class loaders apart by identity, whatever their `equals` says")
class EqualLoadersTest {
    private final ClassLoader one = new EqualLoader();
    private final ClassLoader other = new EqualLoader();

    @Test
    void aClassIsKnownInItsOwnLoader() {
        ClassMap<String> classes = new ClassMap<>();

        classes.put(one, "com.example.Pay", "pay()V");

        assertThat(classes.get(one, "com.example.Pay")).isEqualTo("pay()V");
        assertThat(classes.get(other, "com.example.Pay")).isNull();
    }

    @Test
    void whatAClassExtendsIsKnownOfItsOwnLoader() {
        Parents parents = new Parents();
        Header child = new Header(LoaderTypes.bytes(Child.class.getClassLoader(), Child.class.getName()));

        parents.learn(Middle.class.getName().replace('.', '/'), one, new String[] {"java/lang/Object"});

        Set<String> unread = new HashSet<>();
        assertThat(parents.reach(Weaving.parse(Base.class.getName() + "+.run()"), child, one, unread))
                .as("in the loader whose Middle extends nothing")
                .isFalse();
        assertThat(parents.reach(Weaving.parse(Base.class.getName() + "+.run()"), child, other, unread))
                .as("in the one whose Middle is as the class file says")
                .isTrue();
        assertThat(unread).isEmpty();
    }

    static class Base {}

    static class Middle extends Base {}

    static class Child extends Middle {}
}
