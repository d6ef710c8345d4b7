package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.Type;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What lockgraft.jar holds, and that nothing in it needs what was left out. */
class PackagingIT {
    /** The tag of a class in a constant pool. */
    private static final int CLASS = 7;

    /** Each image of an application has a copy of it. */
    private static final long MOST_BYTES = 16_000_000;

    private static JarFile jar;

    @BeforeAll
    static void open() throws IOException {
        jar = new JarFile(Forks.JAR.toFile());
    }

    @AfterAll
    static void close() throws IOException {
        jar.close();
    }

    @Test
    void allStoresTogetherStayWithinTheirWeight() {
        assertThat(Forks.JAR).as("lockgraft.jar").isRegularFile();
        assertThat(Forks.JAR.toFile().length()).as("bytes of lockgraft.jar").isLessThan(MOST_BYTES);
    }

    @Test
    void theApplicationSeesOnlyTheApiAndTheBootstrapClasses() {
        Pattern visible = Pattern.compile("io/lockgraft/(api|bootstrap)/[A-Za-z0-9$]+\\.class"
                + "|META-INF/(MANIFEST\\.MF|LICENSE|licenses/.*)|lockgraft/.*");

        assertThat(files()).allSatisfy(name -> assertThat(name).matches(visible));
    }

    @Test
    void theFolderHoldsOurClassesAndTheLibrariesThatTheAgentNeeds() {
        Pattern hidden = Pattern.compile(
                "lockgraft/((io/lockgraft/(?!api|bootstrap|conformance|testing)[a-z]+|io/netty|net/bytebuddy"
                        + "|org/apache/(jute|zookeeper)|org/redisson|org/slf4j|org/yaml/snakeyaml|picocli)"
                        + "/.*\\.classdata"
                        + "|io/lockgraft/.*\\.(txt|properties|lua)"
                        + "|org/redisson/.*\\.(txt|properties|lua)"
                        + "|META-INF/services/org\\.slf4j\\.spi\\.SLF4JServiceProvider)");

        assertThat(files())
                .filteredOn(name -> name.startsWith("lockgraft/"))
                .allSatisfy(name -> assertThat(name).matches(hidden));
    }

    @Test
    void noClassIsNewerThanJava8() throws IOException {
        List<String> newer = new ArrayList<>();
        for (String name : files()) {
            if (name.endsWith(".class") || name.endsWith(".classdata")) {
                try (DataInputStream in = new DataInputStream(open(name))) {
                    in.readInt();
                    in.readUnsignedShort();
                    if (in.readUnsignedShort() > 52) {
                        newer.add(name);
                    }
                }
            }
        }

        assertThat(newer).isEmpty();
    }

    @Test
    void theManifestNamesEveryWayIn() throws IOException {
        assertThat(jar.getManifest().getMainAttributes())
                .containsEntry(new java.util.jar.Attributes.Name("Premain-Class"), "io.lockgraft.bootstrap.Premain")
                .containsEntry(new java.util.jar.Attributes.Name("Agent-Class"), "io.lockgraft.bootstrap.Premain")
                .containsEntry(new java.util.jar.Attributes.Name("Main-Class"), "io.lockgraft.bootstrap.Premain")
                .containsEntry(new java.util.jar.Attributes.Name("Can-Retransform-Classes"), "true");
    }

    @Test
    void theLicencesOfTheLibrariesAreInIt() {
        assertThat(files())
                .contains("META-INF/LICENSE", "META-INF/licenses/NOTICE", "META-INF/licenses/redisson/NOTICE")
                .contains("META-INF/licenses/byte-buddy/licenses/ASM", "META-INF/licenses/slf4j-api/LICENSE.txt");
    }

    /**
     * A class that is left out and asked for shows at the worst moment, in a failover. So whatever the wire, its
     * configuration and our own code name must be there, apart from what is listed with its reason.
     */
    @Test
    void nothingThatIsKeptNeedsWhatWasLeftOut() throws IOException {
        Pattern ours = Pattern.compile(
                "(io/lockgraft|io/netty|net/bytebuddy|org/apache|org/redisson/(client|cluster|command|config"
                        + "|connection|misc|pubsub|redisnode)|org/slf4j|org/yaml|picocli)/.*"
                        + "|org/redisson/(Redisson(Batch|Object|Script|Topic)"
                        + "|liveobject/core/RedissonObjectBuilder)(\\$.*)?");
        Map<String, Set<String>> missing = new TreeMap<>();
        for (String name : files()) {
            if (name.startsWith("lockgraft/") && name.endsWith(".classdata")) {
                String type = name.substring("lockgraft/".length(), name.length() - ".classdata".length());
                if (ours.matcher(type).matches()) {
                    for (String needed : references(name)) {
                        if (!isThere(needed)) {
                            missing.computeIfAbsent(needed, n -> new TreeSet<>())
                                    .add(type);
                        }
                    }
                }
            }
        }

        missing.keySet().removeIf(PackagingIT::isAskedForOnlyWhenItIsThere);
        assertThat(missing).isEmpty();
    }

    /**
     * Libraries that Netty, Byte Buddy and Redisson take up where somebody has them, after a look; annotations, which
     * the JVM leaves out; Byte Buddy's own agent, by the two of its classes that are for it; and ZooKeeper's servers,
     * by what its client does only where a file or a system property of its own says so, and by questions that block.
     */
    private static boolean isAskedForOnlyWhenItIsThere(String type) {
        return type.matches(
                "(com/oracle/svm|com/sun/jna|io/netty/channel/(epoll|kqueue|uring)|io/netty/internal/tcnative"
                        + "|io/netty/pkitesting|net/bytebuddy/(agent/builder|build)"
                        + "|org/apache/(commons/logging|log4j|logging|yetus)"
                        + "|org/bouncycastle|org/conscrypt|org/jetbrains/annotations|org/objectweb/asm"
                        + "|reactor/blockhound"
                        + "|redis/clients/authentication)/.*"
                        + "|org/apache/zookeeper/(server/(DataTree|NettyServerCnxnFactory|Request|ZooKeeperSaslServer"
                        + "|auth/ProviderRegistry|quorum/(LearnerHandler|QuorumPeerConfig)"
                        + "|util/VerifyingFileFactory(\\$.*)?)|util/SecurityUtils)");
    }

    private static boolean isThere(String type) {
        return type.matches("(java|javax/(crypto|management|naming|net|script|security|tools|xml)"
                        + "|sun|jdk|org/(w3c|xml))/.*")
                || jar.getEntry("lockgraft/" + type + ".classdata") != null
                || jar.getEntry(type + ".class") != null;
    }

    /** Every class that the code of a class can make the JVM look for: the class entries of its constant pool. */
    private static Set<String> references(String entry) throws IOException {
        Set<String> all = new TreeSet<>();
        try (InputStream in = open(entry)) {
            ClassReader reader = new ClassReader(in);
            char[] buffer = new char[reader.getMaxStringLength()];
            for (int i = 1; i < reader.getItemCount(); i++) {
                int item = reader.getItem(i);
                if (item > 0 && reader.readByte(item - 1) == CLASS) {
                    String name = reader.readUTF8(item, buffer);
                    String element = name.startsWith("[")
                            ? Type.getType(name).getElementType().getDescriptor()
                            : 'L' + name + ';';
                    if (element.startsWith("L")) {
                        all.add(element.substring(1, element.length() - 1));
                    }
                }
            }
        }
        return all;
    }

    private static InputStream open(String name) throws IOException {
        return jar.getInputStream(jar.getEntry(name));
    }

    private static List<String> files() {
        return jar.stream()
                .filter(entry -> !entry.isDirectory())
                .map(JarEntry::getName)
                .toList();
    }
}
