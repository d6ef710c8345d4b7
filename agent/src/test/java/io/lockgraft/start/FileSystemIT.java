package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.start.Forks.End;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The start leaves the default NIO file system to the application, and yet reads its class files: a jar, and one behind
 * it that only a manifest names.
 */
class FileSystemIT {
    @TempDir
    private Path folder;

    private Path rules;
    private Path shop;

    @BeforeEach
    void aShopThatNamesAFileSystem() throws IOException {
        rules = folder.resolve("rules.yaml");
        Path classes = folder.resolve("classes");
        Forks.compile(classes, "Shop", """
                import java.nio.file.*;
                import java.util.*;
                class Order { public int number; public List<String> lines; public Date getDate() { return null; } }
                interface Store { void save(String what); }
                abstract class BaseShop extends ArrayList<String> implements Store, Comparable<BaseShop> {
                    public void save(String what) {}
                    public int compareTo(BaseShop other) { return 0; }
                }
                public class Shop extends BaseShop {
                    public synchronized List<Order> pay(Order order) { return null; }
                    public static void main(String[] arguments) {
                        System.out.println("main runs");
                        System.setProperty("java.nio.file.spi.DefaultFileSystemProvider", "ShopFiles");
                        System.out.println("a file system of " + FileSystems.getDefault().provider().getClass());
                        System.out.println("it reads: " + Files.exists(Paths.get(arguments[0])));
                        sell(arguments);
                    }
                    static void sell(String[] what) {}
                }
                """);
        Forks.compile(classes, "ShopFiles", PROVIDER);
        Path orders = jar("orders, all of them.jar", null, classes, "Order");
        assertThat(orders).exists();
        shop = jar(
                "shop.jar",
                "missing.jar orders,%20all%20of%20them.jar",
                classes,
                "Shop",
                "BaseShop",
                "Store",
                "ShopFiles",
                "ShopFiles$Files");
    }

    /** No rule on main: its first lock loads much before main's first statement, and the agent waits half a second. */
    @ParameterizedTest
    @MethodSource("io.lockgraft.start.Forks#jdks")
    void theOneThatMainNamesIsTheOneThatTheJvmMakes(Path jdk) throws IOException {
        Files.writeString(rules, """
                redis: {address: redis://127.0.0.1:1}
                defaults: {wait: 1s}
                rules:
                - {name: sell, method: Shop.sell(..), key: 'K:{p0[0]}', when: p0.length > 1}
                - {name: pay, method: Shop.pay(Order), key: 'PAY:{p0.number}:{p0.lines[0]}:{p0.date.time}'}
                - {name: save, method: Store+.save(..), key: 'SAVE:{p0}'}
                - {name: gone, method: com.shop.Later.run, key: k}
                """);

        End end = shop(jdk);

        assertThat(end.code()).as(end.output()).isZero();
        assertThat(end.output())
                .containsSubsequence(
                        "4 rules",
                        "main runs",
                        "ShopFiles is made",
                        "a file system of class ShopFiles",
                        "it reads: true");
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.start.Forks#jdks")
    void aTypeInAJarThatOnlyAManifestNamesIsReadAtTheStart(Path jdk) throws IOException {
        Files.writeString(rules, """
                redis: {address: redis://127.0.0.1:1}
                rules: [{name: pay, method: Shop.pay(Order), key: 'PAY:{p0.numbr}', wait: 1s}]
                """);

        End end = shop(jdk);

        assertThat(end.code()).as(end.output()).isEqualTo(78);
        assertThat(end.output())
                .contains("Order has no property 'numbr'; it has ", "number")
                .doesNotContain("main runs");
    }

    private End shop(Path jdk) {
        return Forks.java(jdk, "-javaagent:" + Forks.JAR + "=" + rules, "-jar", shop.toString(), shop.toString());
    }

    private Path jar(String name, String classPath, Path classes, String... types) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Shop");
        if (classPath != null) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        }
        Path file = folder.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (String type : List.of(types)) {
                out.putNextEntry(new JarEntry(type + ".class"));
                Files.copy(classes.resolve(type + ".class"), out);
            }
        }
        return file;
    }

    private static final String PROVIDER = """
            import java.io.IOException;
            import java.net.URI;
            import java.nio.channels.SeekableByteChannel;
            import java.nio.file.*;
            import java.nio.file.attribute.*;
            import java.nio.file.spi.FileSystemProvider;
            import java.util.*;
            public class ShopFiles extends FileSystemProvider {
                final FileSystemProvider jdk;
                public ShopFiles(FileSystemProvider jdk) {
                    this.jdk = jdk;
                    System.out.println("ShopFiles is made");
                }
                public String getScheme() { return "file"; }
                public FileSystem getFileSystem(URI uri) { return new Files(this, jdk.getFileSystem(uri)); }
                public Path getPath(URI uri) { return jdk.getPath(uri); }
                public FileSystem newFileSystem(URI uri, Map<String, ?> more) { throw new \
            UnsupportedOperationException(); }
                public SeekableByteChannel newByteChannel(Path p, Set<? extends OpenOption> o, FileAttribute<?>... a)
                        throws IOException { return jdk.newByteChannel(p, o, a); }
                public DirectoryStream<Path> newDirectoryStream(Path p, DirectoryStream.Filter<? super Path> f)
                        throws IOException { return jdk.newDirectoryStream(p, f); }
                public void createDirectory(Path p, FileAttribute<?>... a) throws IOException { \
            jdk.createDirectory(p, a); }
                public void delete(Path p) throws IOException { jdk.delete(p); }
                public void copy(Path a, Path b, CopyOption... o) throws IOException { jdk.copy(a, b, o); }
                public void move(Path a, Path b, CopyOption... o) throws IOException { jdk.move(a, b, o); }
                public boolean isSameFile(Path a, Path b) throws IOException { return jdk.isSameFile(a, b); }
                public boolean isHidden(Path p) throws IOException { return jdk.isHidden(p); }
                public FileStore getFileStore(Path p) throws IOException { return jdk.getFileStore(p); }
                public void checkAccess(Path p, AccessMode... m) throws IOException { jdk.checkAccess(p, m); }
                public <V extends FileAttributeView> V getFileAttributeView(Path p, Class<V> t, LinkOption... o) {
                    return jdk.getFileAttributeView(p, t, o);
                }
                public <A extends BasicFileAttributes> A readAttributes(Path p, Class<A> t, LinkOption... o)
                        throws IOException { return jdk.readAttributes(p, t, o); }
                public Map<String, Object> readAttributes(Path p, String s, LinkOption... o) throws IOException {
                    return jdk.readAttributes(p, s, o);
                }
                public void setAttribute(Path p, String s, Object v, LinkOption... o) throws IOException {
                    jdk.setAttribute(p, s, v, o);
                }
                static class Files extends FileSystem {
                    final FileSystemProvider provider;
                    final FileSystem jdk;
                    Files(FileSystemProvider provider, FileSystem jdk) { this.provider = provider; this.jdk = jdk; }
                    public FileSystemProvider provider() { return provider; }
                    public void close() {}
                    public boolean isOpen() { return true; }
                    public boolean isReadOnly() { return false; }
                    public String getSeparator() { return jdk.getSeparator(); }
                    public Iterable<Path> getRootDirectories() { return jdk.getRootDirectories(); }
                    public Iterable<FileStore> getFileStores() { return jdk.getFileStores(); }
                    public Set<String> supportedFileAttributeViews() { return jdk.supportedFileAttributeViews(); }
                    public Path getPath(String first, String... more) { return jdk.getPath(first, more); }
                    public PathMatcher getPathMatcher(String pattern) { return jdk.getPathMatcher(pattern); }
                    public UserPrincipalLookupService getUserPrincipalLookupService() { return null; }
                    public WatchService newWatchService() throws IOException { return jdk.newWatchService(); }
                }
            }
            """;
}
