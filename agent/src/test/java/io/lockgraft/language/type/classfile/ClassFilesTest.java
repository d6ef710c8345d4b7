package io.lockgraft.language.type.classfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.language.type.AnnotationShape;
import io.lockgraft.language.type.FieldShape;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.loader.LoaderTypes;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassFilesTest {
    private static final String SOURCE = """
            package com.shop;
            import java.util.Map;
                        public class Cart<T extends Comparable<T>> extends Thread implements Runnable, \
            java.io.Serializable {
                protected static long total;
                private Map<String, T> lines;
                @Deprecated
                public <X> T add(long price, double tax, int[] counts, String... names) throws java.io.IOException {
                    { long price2 = price; price2++; }
                    return null;
                }
                static int of(double a, String b) { return 0; }
                private static final class Line {}
                interface Shop { void open(int hour); }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void aShapeHasWhatTheClassFileSays() throws Exception {
        TypeShape cart = ClassFiles.read(compile("Cart", "-g"));

        assertThat(cart.name()).isEqualTo("com.shop.Cart");
        assertThat(cart.superName()).isEqualTo("java.lang.Thread");
        assertThat(cart.interfaceNames()).containsExactly("java.lang.Runnable", "java.io.Serializable");
        assertThat(cart.version()).isEqualTo(52);
        assertThat(cart.signature()).startsWith("<T::Ljava/lang/Comparable<TT;>;>");
        assertThat(cart.fields()).extracting(FieldShape::name).containsExactly("total", "lines");
        assertThat(cart.fields().get(1).type()).isEqualTo("java.util.Map");
        assertThat(cart.fields().get(1).signature()).isEqualTo("Ljava/util/Map<Ljava/lang/String;TT;>;");
        MethodShape add = method(cart, "add");
        assertThat(add).hasToString("com.shop.Cart.add(long, double, int[], java.lang.String[])");
        assertThat(add.returnType()).isEqualTo("java.lang.Comparable");
        assertThat(add.exceptions()).containsExactly("java.io.IOException");
        assertThat(add.annotations()).extracting(AnnotationShape::name).containsExactly("java.lang.Deprecated");
        assertThat(add.owner()).isEqualTo("com.shop.Cart");
        assertThat(Modifier.isPublic(add.modifiers())).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"-g, true", "-parameters, true", "-g:none, false"})
    void parameterNamesComeFromDebugInformationOrFromParameters(String option, boolean known) throws Exception {
        TypeShape cart = ClassFiles.read(compile("Cart", option));

        assertThat(method(cart, "add").parameterNames())
                .isEqualTo(known ? List.of("price", "tax", "counts", "names") : List.of());
        assertThat(method(cart, "of").parameterNames()).isEqualTo(known ? List.of("a", "b") : List.of());
    }

    @Test
    void anAbstractMethodHasNoDebugInformation() throws Exception {
        assertThat(method(ClassFiles.read(compile("Cart$Shop", "-g")), "open").parameterNames())
                .isEmpty();
        assertThat(method(ClassFiles.read(compile("Cart$Shop", "-parameters")), "open")
                        .parameterNames())
                .containsExactly("hour");
    }

    @Test
    void aNestedClassHasTheFlagsThatItsSourceGaveIt() throws Exception {
        assertThat(Modifier.toString(ClassFiles.read(compile("Cart$Line", "-g")).modifiers()))
                .isEqualTo("private static final");
    }

    @Test
    void bytesThatAreNoClassFileAreRefused() {
        assertThatThrownBy(() -> ClassFiles.read(new byte[] {1, 2, 3}))
                .isInstanceOf(MalformedClassException.class)
                .hasMessage("these are not the bytes of a class file");
    }

    @Test
    void aClassFileThatIsCutOffIsRefusedWhereverTheCutIs() throws Exception {
        byte[] whole = compile("Cart", "-g");
        for (int length = 10; length < whole.length; length += 7) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> ClassFiles.read(cut))
                    .isInstanceOf(MalformedClassException.class)
                    .hasMessage("the class file (version 52) is damaged, or newer than Lockgraft can read");
        }
    }

    @Test
    void classesOfTheJdkAndOfTheClassPathAreFoundAndMissingOnesAreNull() {
        LoaderTypes types = new LoaderTypes(ClassFilesTest.class.getClassLoader());

        assertThat(types.find("java.math.BigDecimal").methods()).isNotEmpty();
        assertThat(types.find(ClassFilesTest.class.getName()).methods()).isNotEmpty();
        assertThat(types.find("com.shop.Nowhere")).isNull();
        assertThat(new LoaderTypes(null).find("java.lang.String").name()).isEqualTo("java.lang.String");
    }

    private static MethodShape method(TypeShape type, String name) {
        return type.methods().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private byte[] compile(String type, String option) throws IOException {
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///com/shop/Cart.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return SOURCE;
                    }
                };
        List<String> options = List.of("-d", folder.toString(), "-proc:none", "-nowarn", "--release", "8", option);
        StringWriter out = new StringWriter();
        boolean done = ToolProvider.getSystemJavaCompiler()
                .getTask(out, null, null, options, null, List.of(source))
                .call();
        assertThat(done).as(out.toString()).isTrue();
        return Files.readAllBytes(folder.resolve("com/shop/" + type + ".class"));
    }
}
