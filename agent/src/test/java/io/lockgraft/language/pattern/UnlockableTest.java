package io.lockgraft.language.pattern;

import static io.lockgraft.language.pattern.MethodPatternTest.method;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnlockableTest {
    private static final String BOX = "com.shop.Box";
    private static final int BRIDGE = 0x1041;

    @Test
    void anOrdinaryMethodCanBeLocked() {
        assertThat(reason(method(BOX, "put", "void", 1, "int"))).isNull();
    }

    @Test
    void abstractAndNativeMethodsHaveNoBody() {
        assertThat(reason(method(BOX, "put", "void", 0x401)))
                .isEqualTo(
                        "is abstract, it has no body to lock; name the method of the class that implements it, or write"
                                + " com.shop.Box+.put for all of them");
        assertThat(reason(method(BOX, "put", "void", 0x101)))
                .isEqualTo("is native, it has no Java body to lock; name the Java method that calls it");
    }

    @Test
    void aBridgeNamesTheMethodBehindIt() {
        MethodShape real = method(BOX, "put", "void", 1, "java.lang.String");

        assertThat(reason(method(BOX, "put", "void", BRIDGE, "java.lang.Object"), real))
                .isEqualTo(
                        "is a bridge that the compiler made; name com.shop.Box.put(java.lang.String), which it calls");
        assertThat(reason(method(BOX, "put", "void", BRIDGE, "java.lang.Object")))
                .isEqualTo("is a bridge that the compiler made; name the method of the super class that it calls");
    }

    @Test
    void otherSyntheticMethodsAreTheCompilers() {
        assertThat(reason(method(BOX, "$values", "void", 0x1008)))
                .isEqualTo("is synthetic, made by the compiler; name the method of the source that it was made for");
    }

    @Test
    void aSuspendFunctionOfKotlinReturnsBeforeItsWorkIsDone() {
        assertThat(reason(method(BOX, "load", "java.lang.Object", 1, "int", "kotlin.coroutines.Continuation")))
                .startsWith("is a suspend function of Kotlin");
    }

    @Test
    void librariesInPackagesThatLookLikeTheJdksAreNotOfTheJdk() {
        assertThat(Unlockable.isOfJdk("javax.servlet.http.HttpServlet")).isFalse();
        assertThat(Unlockable.isOfJdk("javax.xml.bind.JAXBContext")).isFalse();
        assertThat(Unlockable.isOfJdk("com.sun.mail.smtp.SMTPTransport")).isFalse();
        assertThat(Unlockable.isOfJdk("javax.xml.parsers.SAXParser")).isTrue();
    }

    @Test
    void aNestedClassWhoseNameBeginsWithProxyIsNoProxy() {
        assertThat(Unlockable.isProxy("com.shop.Gateway$ProxyClient")).isFalse();
        assertThat(Unlockable.isProxy("com.shop.Gateway$Proxy")).isFalse();
        assertThat(Unlockable.isProxy("com.shop.Gateway$Proxy2Http")).isFalse();
        assertThat(Unlockable.isProxy("com.shop.$Proxy12")).isTrue();
        assertThat(Unlockable.isProxy("com.shop.$Proxy12$Inner")).isTrue();
        assertThat(Unlockable.isProxy("com.shop.Gateway$Proxy$Proxy7")).isTrue();
        assertThat(Unlockable.isProxy("com.sun.proxy.$Proxy0")).isTrue();
    }

    private static String reason(MethodShape method, MethodShape... others) {
        List<MethodShape> methods = new java.util.ArrayList<>(List.of(others));
        methods.add(method);
        TypeShape type = new TypeShape(BOX, 1, 52, "java.lang.Object", List.of(), List.of(), methods, List.of(), null);
        return Unlockable.reason(type, method);
    }
}
