package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lockgraft.testing.server.RedisServer;
import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Containers whose class loaders hide the bootstrap classes: OSGi frameworks and JBoss Modules. */
class ContainersIT {
    private static final String PAID = "pay-1 locked";
    private static final String LOOKED = "look-1 without its lock: :0";
    private static final String REFUSED =
            "java.lang.IllegalStateException: Lockgraft: this method is named by a rule and"
                    + " cannot be locked: the class loader %s hides io.lockgraft.bootstrap from its classes; ";

    private static final String EQUINOX = "org.eclipse.osgi.internal.loader.EquinoxClassLoader";

    @TempDir
    private static Path folder;

    private static Path contained;
    private static Path launchers;
    private static Path bundle;
    private static Path modules;

    @TempDir
    private Path work;

    @BeforeAll
    static void anApplicationOfEachKind() throws Exception {
        contained = Sources.compile(
                Jvms.running(), "contained", folder.resolve("contained"), List.of("--release", "8", "-g"), Sources.EYE);
        String libraries = Libraries.path("org.apache.felix.main", "jboss-modules") + File.pathSeparator + contained;
        List<String> options = List.of("--release", "8", "-cp", libraries);
        launchers = Sources.compile(Jvms.running(), "osgi", folder.resolve("launchers"), options);
        Sources.compile(Jvms.running(), "jboss", launchers, options);
        bundle = jar(
                Files.createDirectories(folder.resolve("bundles")).resolve("contained.jar"),
                Map.of(
                        "Bundle-ManifestVersion", "2",
                        "Bundle-SymbolicName", "com.example.contained",
                        "Bundle-Activator", "com.example.osgi.Activator",
                        "Import-Package", "org.osgi.framework"),
                contained,
                launchers);
        modules = folder.resolve("modules");
        Path module = Files.createDirectories(modules.resolve("com/example/contained/main"));
        jar(module.resolve("contained.jar"), Map.of(), contained);
        Files.writeString(module.resolve("module.xml"), """
                <module xmlns="urn:jboss:module:1.9" name="com.example.contained">
                  <main-class name="com.example.contained.Main"/>
                  <resources><resource-root path="contained.jar"/></resources>
                </module>
                """);
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void aBundleInFelixReachesTheGateByThePropertyThatTheAgentSet(Jvm jvm) throws Exception {
        locks(felix(jvm));
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    @Tag("whole")
    void aBundleInFelixReachesTheGateBesideWhatTheUserHasSet(Jvm jvm) throws Exception {
        locks(felix(jvm, "-Dorg.osgi.framework.bootdelegation=com.example.other"));
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void aFrameworkThatReadsNoSystemPropertyRefusesTheMethodAndNamesTheSetting(Jvm jvm) throws Exception {
        String felix = "org.apache.felix.main-";
        String bundleOfFelix = "org.apache.felix.framework.BundleWiringImpl$BundleClassLoader";
        refuses(embedded(jvm, felix), bundleOfFelix);
        refuses(embedded(jvm, felix, "com.example.other"), bundleOfFelix);
        locks(embedded(jvm, felix, "com.example.other,io.lockgraft.*"));
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void theSameHoldsForEquinox(Jvm jvm) throws Exception {
        assumeItsTime(jvm, "Equinox 3.16", 17);
        String equinox = "org.eclipse.osgi-";
        refuses(embedded(jvm, equinox), EQUINOX);
        refuses(embedded(jvm, equinox, "com.example.other"), EQUINOX);
        locks(embedded(jvm, equinox, "com.example.other,io.lockgraft.*"));
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void aModuleOfJBossModulesReachesTheGateByThePropertyThatTheAgentSet(Jvm jvm) throws Exception {
        assumeItsTime(jvm, "JBoss Modules 1.12", 23);
        locks(jboss(jvm));
        locks(jboss(jvm, "-Djboss.modules.system.pkgs=org.jboss.byteman"));
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void aLauncherThatOverwritesTheSystemPackagesHasTheMethodRefused(Jvm jvm) throws Exception {
        assumeItsTime(jvm, "JBoss Modules 1.12", 23);
        refuses(setting(jvm, "org.jboss.byteman"), "org.jboss.modules.ModuleClassLoader");
        locks(setting(jvm, "org.jboss.byteman,io.lockgraft"));
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void aBundleInEquinoxReachesTheGateByThePropertyThatTheAgentSet(Jvm jvm) throws Exception {
        assumeItsTime(jvm, "Equinox 3.16", 17);
        locks(equinox(jvm));
        locks(equinox(jvm, "-Dorg.osgi.framework.bootdelegation=com.example.other"));
    }

    private AppProcess.Builder equinox(Jvm jvm, String... options) throws Exception {
        return AppProcess.launch(
                        jvm,
                        "-jar",
                        Libraries.path("org.eclipse.osgi-"),
                        "-configuration",
                        Files.createTempDirectory(work, "configuration").toString())
                .options(options)
                // Its launcher, other than an application that embeds it, lets everything through unless told so.
                .options("-Dosgi.compatibility.bootdelegation=false", "-Declipse.ignoreApp=true")
                .options("-Dosgi.bundles=reference:" + bundle.toUri() + "@start");
    }

    private static void assumeItsTime(Jvm jvm, String container, int last) {
        assumeThat(jvm.version())
                .as(container + ", the last for Java 8, sets a policy or a security manager, which later Javas refuse")
                .isLessThanOrEqualTo(last);
    }

    private AppProcess.Builder felix(Jvm jvm, String... options) {
        return AppProcess.launch(
                        jvm,
                        "-jar",
                        Libraries.path("org.apache.felix.main-"),
                        work.resolve("cache").toString())
                .options(options)
                .options("-Dfelix.auto.deploy.dir=" + bundle.getParent(), "-Dfelix.auto.deploy.action=install,start");
    }

    private AppProcess.Builder embedded(Jvm jvm, String framework, String... delegated) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "-cp",
                Libraries.path(framework) + File.pathSeparator + launchers,
                "com.example.osgi.Embedding",
                Files.createTempDirectory(work, "cache").toString(),
                bundle.toString()));
        arguments.addAll(List.of(delegated));
        return AppProcess.launch(jvm, arguments.toArray(String[]::new));
    }

    private static AppProcess.Builder jboss(Jvm jvm, String... options) {
        return AppProcess.launch(
                        jvm,
                        "-jar",
                        Libraries.path("jboss-modules"),
                        "-mp",
                        modules.toString(),
                        "com.example.contained")
                .options(options);
    }

    private static AppProcess.Builder setting(Jvm jvm, String packages) {
        return AppProcess.launch(
                jvm,
                "-cp",
                Libraries.path("jboss-modules") + File.pathSeparator + launchers,
                "com.example.jboss.Setting",
                packages,
                "-mp",
                modules.toString(),
                "com.example.contained");
    }

    private static void locks(AppProcess.Builder builder) throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess app = run(builder, redis)) {
            assertThat(app.output()).as(app::toString).containsExactly(PAID, LOOKED);
        }
    }

    private static void refuses(AppProcess.Builder builder, String loader) throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess app = run(builder, redis)) {
            assertThat(app.output()).as(app::toString).hasSize(2);
            assertThat(app.output().get(0))
                    .as(app::toString)
                    .startsWith(REFUSED.formatted(loader))
                    .contains("org.osgi.framework.bootdelegation=io.lockgraft.*")
                    .contains("jboss.modules.system.pkgs=io.lockgraft");
            assertThat(app.output().get(1)).as("a method that no rule names").isEqualTo(LOOKED);
            assertThat(app.errors()).contains("ERROR", "hides io.lockgraft.bootstrap from its classes");
        }
    }

    private static AppProcess run(AppProcess.Builder builder, RedisServer redis) throws Exception {
        AppProcess app = builder.options("-Xverify:all")
                .eye(redis)
                .rules("""
                        namespace: it
                        redis: {address: '%s'}
                        rules: [{method: com.example.contained.PayService.pay(Order), key: 'K:pay-{order.no}'}]
                        """.formatted(redis.address()))
                .start();
        try {
            app.succeeds(Duration.ofSeconds(60));
            return app;
        } catch (Throwable e) {
            app.close();
            throw e;
        }
    }

    private static Path jar(Path file, Map<String, String> attributes, Path... folders) throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach(manifest.getMainAttributes()::putValue);
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Path each : folders) {
                try (Stream<Path> files = Files.walk(each)) {
                    for (Path path : files.filter(Files::isRegularFile).toList()) {
                        jar.putNextEntry(
                                new JarEntry(each.relativize(path).toString().replace(File.separatorChar, '/')));
                        jar.write(Files.readAllBytes(path));
                        jar.closeEntry();
                    }
                }
            }
        }
        return file;
    }
}
