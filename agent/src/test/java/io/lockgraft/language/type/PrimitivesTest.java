package io.lockgraft.language.type;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrimitivesTest {
    @Test
    void aPrimitiveHasABoxAndAllElseIsItself() {
        assertThat(Primitives.contain("int")).isTrue();
        assertThat(Primitives.boxed("char")).isEqualTo("java.lang.Character");
        assertThat(Primitives.unboxed("java.lang.Integer")).isEqualTo("int");
        for (String other : new String[] {"void", "int[]", "java.lang.Void"}) {
            assertThat(Primitives.contain(other)).isFalse();
            assertThat(Primitives.boxed(other)).isEqualTo(other);
            assertThat(Primitives.unboxed(other)).isEqualTo(other);
        }
    }
}
