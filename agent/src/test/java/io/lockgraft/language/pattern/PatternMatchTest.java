package io.lockgraft.language.pattern;

import static io.lockgraft.language.pattern.MethodPatternTest.method;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.spi.text.SyntaxException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatternMatchTest {
    private static final String BOX = "com.shop.Box";
    private static final int NATIVE = 0x101;
    private static final int BRIDGE = 0x1041;
    private static final int SYNTHETIC = 0x1008;

    private final MethodShape put = method(BOX, "put", "void", 1, "int");
    private final MethodShape beside = method(BOX, "put", "void", NATIVE, "long");

    @Test
    void ofOverloadsThatAreNamedWithoutAWildcardThoseThatCannotBeLockedAreRefused() throws SyntaxException {
        PatternMatch match = match("com.shop.Box.put", put, beside);

        assertThat(match.methods()).containsExactly(put);
        assertThat(match.refused()).containsExactly(beside);
        assertThat(match.reason(type(beside), beside))
                .isEqualTo("is native, it has no Java body to lock; name the Java method that calls it,"
                        + " or write the parameter types of those that you mean");
    }

    @Test
    void whereNoOverloadCanBeLockedThereIsNoneToChoose() throws SyntaxException {
        assertThat(match("com.shop.Box.put", beside).reason(type(beside), beside))
                .isEqualTo("is native, it has no Java body to lock; name the Java method that calls it");
    }

    @Test
    void whatTheCompilerMadeBesideThemIsPassedOver() throws SyntaxException {
        MethodShape bridge = method(BOX, "put", "void", BRIDGE, "java.lang.Object");
        MethodShape synthetic = method(BOX, "put", "void", SYNTHETIC);

        PatternMatch match = match("com.shop.Box.put", put, bridge, synthetic);

        assertThat(match.methods()).containsExactly(put);
        assertThat(match.refused()).isEmpty();
    }

    @Test
    void whatTheCompilerMadeIsRefusedWhereNothingElseIsMeant() throws SyntaxException {
        MethodShape bridge = method(BOX, "put", "void", BRIDGE, "java.lang.Object");

        assertThat(match("com.shop.Box.put(Object)", put, bridge).refused()).containsExactly(bridge);
    }

    @Test
    void aWildcardPassesOverWhatCannotBeLocked() throws SyntaxException {
        assertThat(match("com.shop.Box.pu*", put, beside).refused()).isEmpty();
        assertThat(match("com.shop.*.put", beside).refused()).isEmpty();
    }

    private static PatternMatch match(String pattern, MethodShape... methods) throws SyntaxException {
        return PatternMatch.of(MethodPattern.parse(pattern), type(methods), name -> null);
    }

    private static TypeShape type(MethodShape... methods) {
        return new TypeShape(BOX, 1, 52, "java.lang.Object", List.of(), List.of(), List.of(methods), List.of(), null);
    }
}
