package io.lockgraft.language.type.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.language.type.AnnotationShape;
import io.lockgraft.language.type.AttributeValue;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.testing.ClassFile;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnnotationShapeTest {
    @Retention(RetentionPolicy.CLASS)
    @interface Kept {
        String text() default "t";

        int number() default 7;

        byte small() default 1;

        double fraction() default 0.5;

        boolean flag() default true;

        char letter() default 'c';

        TimeUnit constant() default TimeUnit.SECONDS;

        Class<?> type() default Map.Entry.class;

        Class<?> array() default String[].class;

        String[] one() default "only";

        int[] oneNumber() default 5;

        TimeUnit[] oneConstant() default TimeUnit.DAYS;

        String[] none() default {};

        int[] several() default {1, 2, 3};

        Inner nested() default @Inner;

        Inner[] oneNested() default @Inner;

        String without();
    }

    @interface Inner {}

    @Kept(text = "of the class", without = "w")
    static class Annotated {
        @Kept(
                text = "of the method",
                number = -1,
                type = Annotated.class,
                oneConstant = TimeUnit.HOURS,
                several = {},
                nested = @Inner,
                without = "")
        void marked() {}

        void plain() {}
    }

    @Inner
    static class Plain {
        void plain() {}
    }

    static class Bare {
        void plain() {}
    }

    @ParameterizedTest
    @CsvSource({
        "text, t, String",
        "number, 7, Integer",
        "small, 1, Byte",
        "fraction, 0.5, Double",
        "flag, true, Boolean",
        "letter, c, Character",
        "constant, SECONDS, String",
        "type, java.util.Map$Entry, String",
        "array, 'java.lang.String[]', String",
        "one, only, String",
        "oneNumber, 5, Integer",
        "oneConstant, DAYS, String"
    })
    void aDefaultIsTheSameFromTheClassFileAndByReflection(String attribute, String text, String type) {
        for (TypeShape kept : List.of(ClassFile.of(Kept.class), LoadedTypes.shape(Kept.class))) {
            Object constant = byDefault(kept, attribute).constant();

            assertThat(constant).hasToString(text);
            assertThat(constant.getClass().getSimpleName()).isEqualTo(type);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "none, an empty array",
        "several, an array of 3 elements",
        "nested, an annotation",
        "oneNested, an annotation"
    })
    void whatIsNoConstantIsKnownByItsKind(String attribute, String kind) {
        for (TypeShape kept : List.of(ClassFile.of(Kept.class), LoadedTypes.shape(Kept.class))) {
            assertThat(byDefault(kept, attribute).constant()).isNull();
            assertThat(byDefault(kept, attribute).kind()).isEqualTo(kind);
        }
    }

    @Test
    void anAttributeWithoutADefaultHasNone() {
        assertThat(byDefault(ClassFile.of(Kept.class), "without")).isNull();
        assertThat(byDefault(LoadedTypes.shape(Kept.class), "without")).isNull();
        assertThat(byDefault(ClassFile.of(Annotated.class), "marked")).isNull();
        assertThat(byDefault(LoadedTypes.shape(Annotated.class), "marked")).isNull();
    }

    @Test
    void aMethodOfAClassFileHasWhatIsWrittenInItsAnnotationsAndInThoseOfItsClass() {
        MethodShape marked = ClassFile.method(Annotated.class, "marked");
        AnnotationShape own = marked.annotations().get(0);

        assertThat(own.name()).isEqualTo(Kept.class.getName());
        assertThat(own.value("text").constant()).isEqualTo("of the method");
        assertThat(own.value("number").constant()).isEqualTo(-1);
        assertThat(own.value("type").constant()).isEqualTo(Annotated.class.getName());
        assertThat(own.value("oneConstant").constant()).isEqualTo("HOURS");
        assertThat(own.value("several").kind()).isEqualTo("an empty array");
        assertThat(own.value("nested").kind()).isEqualTo("an annotation");
        assertThat(own.value("without").constant()).isEqualTo("");
        assertThat(own.value("flag")).as("is not written").isNull();
        assertThat(marked.ownerAnnotations().get(0).value("text").constant()).isEqualTo("of the class");
        assertThat(marked.annotations()).hasSize(1);
    }

    @Test
    void aMethodWithoutAnnotationsKeepsNothing() {
        MethodShape plain = ClassFile.method(Annotated.class, "plain");
        MethodShape bare = ClassFile.method(Bare.class, "plain");

        assertThat(plain.annotations()).isSameAs(bare.annotations()).isEmpty();
        assertThat(plain.ownerAnnotations()).hasSize(1);
        assertThat(bare.ownerAnnotations()).isEmpty();
        assertThat(ClassFile.method(Plain.class, "plain")
                        .ownerAnnotations()
                        .get(0)
                        .value("text"))
                .isNull();
    }

    @Test
    void theShapeWithOtherNamesKeepsThem() {
        MethodShape marked = ClassFile.method(Annotated.class, "marked");

        assertThat(marked.withNames(List.of("a")).annotations()).isSameAs(marked.annotations());
        assertThat(marked.withoutNames("gone").ownerAnnotations()).isSameAs(marked.ownerAnnotations());
        assertThat(ClassFile.method(Kept.class, "number")
                        .withoutNames("gone")
                        .defaultValue()
                        .constant())
                .isEqualTo(7);
    }

    private static AttributeValue byDefault(TypeShape type, String attribute) {
        return type.methods().stream()
                .filter(each -> each.name().equals(attribute))
                .findFirst()
                .orElseThrow()
                .defaultValue();
    }
}
