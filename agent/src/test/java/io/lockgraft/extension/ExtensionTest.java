package io.lockgraft.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.cli.Application;
import io.lockgraft.manage.Version;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.read.Reads;
import io.lockgraft.rules.yaml.Option;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.testing.FailsWithout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores of other authors: their settings read as ours do, and each mistake in a jar is told at its place. */
class ExtensionTest {
    private static final String RULES = """
            rules:
              - {name: pay, method: com.shop.PayService.pay(PayDto), key: 'PAY:{dto.orderNo}'}
            """;

    private static final String LINE = "extensions: [lib/shelf.jar]\n";
    private static final String USED = LINE + "shelf: {place: hall, boards: 3}\n";
    private static final String WRONG = "rules.yaml:1:14: extensions: 'lib/shelf.jar' ";
    private static final String PROVIDER = WRONG + "cannot be used: its provider org.shelf.ShelfProvider ";

    @TempDir
    private Path folder;

    private Reads reads;
    private ShelfJar shelf;

    @BeforeEach
    void makeJar() {
        reads = Reads.with().file(folder + "/rules.yaml").variable("LIB", "lib");
        shelf = new ShelfJar(folder);
    }

    private void jar() {
        shelf.jar("lib/shelf.jar");
    }

    private Rules rules(String text) {
        return reads.rules(text + RULES);
    }

    private List<String> mistakes(String text) {
        return reads.mistakes(text + RULES).stream()
                .map(line -> line.replace(folder + "/", ""))
                .toList();
    }

    @Test
    void theNameOfItsProviderIsASectionOfTheFile() {
        jar();

        Rules rules = rules("extensions: ['${LIB}/shelf.jar']\nshelf: {place: hall, boards: 3}\n");

        assertThat(rules.stores().get("")).hasToString("shelf hall of lib/shelf.jar");
        assertThat(rules.stores().get("").capabilities().can(Capability.ENTRIES))
                .isTrue();
        assertThat(rules.extensions()).extracting(StoreProvider::name).containsExactly("shelf");
        assertThat(Option.names(rules.extensions())).contains("lockgraft.shelf.place");
    }

    @Test
    void itsSettingsAreJudgedAsOurs() {
        jar();

        assertThat(mistakes(LINE + "shelf: {plac: hall, boards: 12}\n"))
                .containsExactly(
                        "rules.yaml:2:9: shelf: unknown setting 'plac'; did you mean 'place'?",
                        "rules.yaml:2:29: shelf: boards: '12' is out of range; write 1 to 9");
    }

    @Test
    void itIsAMemberOfAMajority() {
        jar();
        String members = "{shelf: {place: %s, boards: 1}}";

        Rules rules = rules(LINE
                + "most: [" + members.formatted("a") + ", " + members.formatted("b") + ", " + members.formatted("c")
                + "]\n");

        assertThat(rules.stores().get("").toString()).contains("shelf b of lib/shelf.jar");
    }

    @Test
    void aJarThatIsNotThereOrNoJarIsAMistake() throws Exception {
        Files.createDirectories(folder.resolve("lib"));
        Files.writeString(folder.resolve("lib/text.jar"), "no jar");

        assertThat(mistakes("extensions: [lib/absent.jar, lib]\nshelf: {place: hall}\n"))
                .containsExactly(
                        "rules.yaml:1:14: extensions: 'lib/absent.jar' is no file;"
                                + " it is looked for beside the rules file",
                        "rules.yaml:1:30: extensions: 'lib' is no file; it is looked for beside the rules file");
        assertThat(mistakes("extensions: [lib/text.jar]\nshelf: {place: hall}\n"))
                .singleElement()
                .asString()
                .startsWith("rules.yaml:1:14: extensions: 'lib/text.jar' is no jar that can be read: ");
        assertThat(mistakes("extensions: lib/shelf.jar\nmemory: {}\n"))
                .containsExactly("rules.yaml:1:13: extensions: a list like [lib/my-store.jar] is expected,"
                        + " not a single value");
    }

    @Test
    void aJarWithoutAServiceFileIsNoExtension() {
        shelf.service(null);
        jar();

        assertThat(mistakes(USED))
                .containsExactly(WRONG + "has no " + ShelfJar.SERVICE
                        + "; that file of an extension names the class that implements StoreProvider");

        shelf.service("# nothing\n");
        jar();

        assertThat(mistakes(USED))
                .containsExactly(WRONG + "names no class in " + ShelfJar.SERVICE
                        + "; write the name of the class that implements StoreProvider there");
    }

    @Test
    void aServiceFileThatNamesNoProviderIsAMistake() {
        shelf.service("org.shelf.Shelves\n");
        jar();

        assertThat(mistakes(USED))
                .containsExactly(WRONG + "cannot be used: its provider org.shelf.Shelves is not in the jar;"
                        + " correct the name in " + ShelfJar.SERVICE);

        shelf.with("package org.shelf; public class Shelves {}");
        jar();

        assertThat(mistakes(USED))
                .containsExactly(WRONG + "cannot be used: its provider org.shelf.Shelves"
                        + " does not implement io.lockgraft.spi.StoreProvider");
    }

    @Test
    void aProviderMustBePublic() {
        shelf.declaration("final class ShelfProvider implements StoreProvider");
        jar();

        assertThat(mistakes(USED))
                .containsExactly(PROVIDER + "must be a public class with a public constructor without parameters");
    }

    @Test
    void aClassThatIsMissingIsNamed() {
        shelf.against("package com.db; public class Driver {}").method("driver", """
                private final com.db.Driver driver = new com.db.Driver();
                """);
        jar();

        assertThat(mistakes(USED))
                .containsExactly(PROVIDER + "needs the class com.db.Driver; pack it into the jar, for an extension sees"
                        + " its own jar, io.lockgraft.spi and the JDK alone");
    }

    @Test
    void aClassForANewerJavaIsNamed() throws Exception {
        shelf.jar("lib/shelf.jar");
        Path type = folder.resolve("lib/shelf.jar-classes/org/shelf/ShelfProvider.class");
        byte[] bytes = Files.readAllBytes(type);
        bytes[7] = (byte) 200; // its major version
        Application.in(folder)
                .with(ShelfJar.SERVICE, "org.shelf.ShelfProvider")
                .with("org/shelf/ShelfProvider.class", bytes)
                .jar("lib/shelf.jar");

        assertThat(mistakes(USED))
                .singleElement()
                .asString()
                .startsWith(PROVIDER + "is compiled for a newer Java than this JVM, which is Java "
                        + System.getProperty("java.specification.version"))
                .endsWith("compile it for Java 8, or for the oldest JVM that uses it");
    }

    @Test
    void aNameThatIsTakenIsAMistake() {
        for (String taken : List.of("redis", "rules")) {
            shelf.method("name", "public String name() { return \"" + taken + "\"; }");
            jar();

            assertThat(mistakes(LINE + "memory: {}\n"))
                    .containsExactly(WRONG + "has a store '" + taken + "', and that name is taken by Lockgraft itself;"
                            + " leave that jar out, or ask its author for another name");
        }
        shelf.method("name", "public String name() { return \"shelf\"; }").jar("lib/twin.jar");
        jar();

        assertThat(mistakes("extensions: [lib/twin.jar, lib/shelf.jar]\nshelf: {place: hall, boards: 3}\n"))
                .containsExactly("rules.yaml:1:28: extensions: 'lib/shelf.jar' has a store 'shelf', and that name is"
                        + " taken by another extension; leave that jar out, or ask its author for another name");
    }

    @Test
    void aNameThatIsNoSettingIsAMistake() {
        shelf.method("name", "public String name() { return \"my shelf\"; }");
        jar();

        assertThat(mistakes(USED))
                .containsExactly(PROVIDER + "has the name 'my shelf', which is no setting of a rules file; let it begin"
                        + " with a letter and have letters, digits, '-' and '_' alone");
    }

    @Test
    void aProviderThatThrowsIsNamed() {
        shelf.method("tables", """
                public java.util.List<SettingTable> tables() { throw new IllegalStateException("no tables"); }
                """);
        jar();
        assertThat(mistakes(USED))
                .containsExactly(PROVIDER + "failed: java.lang.IllegalStateException: no tables;"
                        + " that is to be mended in the jar");

        shelf.method("init", "static { if (true) throw new IllegalStateException(\"no class\"); }");
        jar();
        assertThat(mistakes(USED))
                .containsExactly(PROVIDER + "failed: java.lang.IllegalStateException: no class;"
                        + " that is to be mended in the jar");
    }

    @Test
    void aProviderThatThrowsWhileItReadsIsNamedAtItsSection() {
        shelf.method("read", """
                public StoreConfiguration read(Settings settings, Members members) { throw new RuntimeException("x"); }
                """);
        jar();
        assertThat(mistakes(LINE + "shelf: {place: hall}\n"))
                .containsExactly(
                        "rules.yaml:2:8: shelf: the extension lib/shelf.jar failed: java.lang.RuntimeException: x;"
                                + " that is to be mended in the jar");
    }

    @Test
    @FailsWithout("`StoreReader#read`: that a provider which makes no store has to say why")
    void aProviderThatMakesNoStoreWithoutAWordIsNamed() {
        shelf.method("read", """
                public StoreConfiguration read(Settings settings, Members members) { return null; }
                """);
        jar();

        assertThat(mistakes(USED))
                .containsExactly(
                        "rules.yaml:2:8: shelf: these settings make no store, and its provider does not say why");
    }

    @Test
    void aJarThatBringsTheSpiIsAMistake() {
        shelf.against("package io.lockgraft.spi; public enum Reach { JVM, HOST, NETWORK }")
                .jarWithAll("lib/shelf.jar");

        assertThat(mistakes(USED))
                .containsExactly(WRONG + "brings a class of the SPI (io/lockgraft/spi/Reach.class), which Lockgraft"
                        + " brings itself; leave lockgraft-spi out of the jar,"
                        + " as Maven does for the scope 'provided'");
    }

    @Test
    void aClassOfTheSpiThatThisVersionLacksIsNamed() {
        shelf.against("package io.lockgraft.spi; public class Lately {}")
                .method("lately", "private final Object lately = new Lately();");
        jar();

        assertThat(mistakes(USED))
                .containsExactly(
                        PROVIDER + "needs the class io.lockgraft.spi.Lately, which this Lockgraft does not have;"
                                + " build it against lockgraft-spi " + Version.text());
    }

    @Test
    @FailsWithout("`ExtensionConfiguration#open` and `ExtensionStore`: that a linkage error becomes an exception")
    void aMethodOfTheSpiThatThisVersionLacksIsToldWhenItIsFirstUsed() {
        shelf.against("package io.lockgraft.spi; public class Jvm { public String pod() { return null; } }")
                .method("open", """
                        public LockStore open(StoreContext context) { new Jvm().pod(); return null; }
                        """);
        jar();
        Rules rules = rules(USED);

        assertThatThrownBy(() -> rules.stores().get("").open(null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the store 'shelf' of lib/shelf.jar does not fit this Lockgraft (")
                .hasMessageEndingWith("; build it against lockgraft-spi " + Version.text());

        shelf.method("open", """
                public LockStore open(StoreContext context) {
                    return (LockStore) java.lang.reflect.Proxy.newProxyInstance(Shelf.class.getClassLoader(),
                            new Class<?>[] {LockStore.class}, new Shelf("proxy")::invoke);
                }
                """).method("field", """
                private Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
                    if (method.getName().equals("questionNanos")) return 1L;
                    return new Jvm().pod();
                }
                """);
        jar();
        LockStore store = rules(USED).stores().get("").open(null);

        assertThatThrownBy(() -> store.acquire(null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the store 'shelf' of lib/shelf.jar does not fit this Lockgraft (");
    }
}
