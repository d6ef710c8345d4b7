package io.lockgraft;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.InstanceofCheck;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The direction of the packages, and what start-up must not touch. */
class ArchitectureTest {
    /** What virtual threads run, and what our own threads share with them. */
    private static final String[] OF_VIRTUAL_THREADS = {
        "io.lockgraft.api..",
        "io.lockgraft.asynchronous..",
        "io.lockgraft.bootstrap..",
        "io.lockgraft.engine..",
        "io.lockgraft.language..",
        "io.lockgraft.manage..",
        "io.lockgraft.rules..",
        "io.lockgraft.spi..",
        "io.lockgraft.transactions..",
        "io.lockgraft.weave.."
    };

    private static final String[] START_UP = {
        "io.lockgraft.start..",
        "io.lockgraft.api..",
        "io.lockgraft.bootstrap..",
        "io.lockgraft.extension..",
        "io.lockgraft.rules..",
        "io.lockgraft.spi.settings..",
        "io.lockgraft.spi.text..",
        "io.lockgraft.store",
        "io.lockgraft.store.redis.config..",
        "io.lockgraft.store.redis.settings..",
    };

    private static JavaClasses ours;

    @BeforeAll
    static void read() {
        ours = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.lockgraft");
    }

    @Test
    void aCallWalksThePackagesInOneDirection() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("start")
                .definedBy("io.lockgraft.start..")
                .layer("cli")
                .definedBy("io.lockgraft.cli..")
                .layer("weave")
                .definedBy("io.lockgraft.weave..")
                .layer("engine")
                .definedBy("io.lockgraft.engine..")
                .layer("stores")
                .definedBy("io.lockgraft.store")
                .layer("redis")
                .definedBy("io.lockgraft.store.redis..")
                .layer("file")
                .definedBy("io.lockgraft.store.file..")
                .layer("compound")
                .definedBy("io.lockgraft.store.compound..")
                .layer("memory")
                .definedBy("io.lockgraft.store.memory..")
                .whereLayer("start")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("weave")
                .mayOnlyBeAccessedByLayers("start", "cli")
                .whereLayer("engine")
                .mayOnlyBeAccessedByLayers("start", "cli", "weave")
                .whereLayer("stores")
                .mayOnlyBeAccessedByLayers("start", "cli")
                .whereLayer("redis")
                .mayOnlyBeAccessedByLayers("stores")
                .whereLayer("file")
                .mayOnlyBeAccessedByLayers("stores")
                .whereLayer("compound")
                .mayOnlyBeAccessedByLayers("stores", "redis")
                .whereLayer("memory")
                .mayOnlyBeAccessedByLayers("stores", "file")
                .check(ours);
    }

    @Test
    void theGroundKnowsNothingOfWhatStandsOnIt() {
        holds(noClasses()
                .that()
                .resideInAnyPackage(
                        "io.lockgraft.extension..",
                        "io.lockgraft.language..",
                        "io.lockgraft.manage..",
                        "io.lockgraft.rules..",
                        "io.lockgraft.spi..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.lockgraft.start..",
                        "io.lockgraft.store..",
                        "io.lockgraft.cli..",
                        "io.lockgraft.engine..",
                        "io.lockgraft.weave.."));
    }

    @Test
    void noTwoPackagesNeedEachOther() {
        slices().matching("io.lockgraft.(**)").should().beFreeOfCycles().check(ours);
    }

    @Test
    void whatEveryLoaderCanReachNeedsNothingButTheJdk() {
        holds(noClasses()
                .that()
                .resideInAnyPackage("io.lockgraft.api..", "io.lockgraft.bootstrap..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("java..", "io.lockgraft.api..", "io.lockgraft.bootstrap.."));
    }

    @Test
    void theEngineAndTheRulesKnowNoStoreAndTheSpiNoMethods() {
        holds(noClasses()
                .that()
                .resideInAnyPackage(
                        "io.lockgraft.engine..",
                        "io.lockgraft.language..",
                        "io.lockgraft.rules..",
                        "io.lockgraft.transactions..",
                        "io.lockgraft.asynchronous..",
                        "io.lockgraft.weave..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.lockgraft.store.."));
        holds(noClasses()
                .that()
                .resideInAnyPackage(
                        "io.lockgraft.engine..",
                        "io.lockgraft.weave..",
                        "io.lockgraft.rules..",
                        "io.lockgraft.store.redis.config..",
                        "io.lockgraft.store.redis.settings..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.redisson..", "io.netty.."));
        holds(noClasses()
                .that()
                .resideInAPackage("io.lockgraft.spi")
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.lang.reflect..", "java.lang.invoke..")
                        .or(resideOutsideOfPackages("java..", "io.lockgraft.spi.."))));
        holds(noClasses()
                .that()
                .resideInAPackage("io.lockgraft.spi..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("java..", "io.lockgraft.spi.."));
    }

    /** The exit asks the token itself. */
    @Test
    void noTokenIsAskedWhatItIs() {
        List<String> checks = new ArrayList<>();
        for (JavaClass each : ours) {
            if (each.getPackageName().startsWith("io.lockgraft.engine")
                    || each.getPackageName().startsWith("io.lockgraft.transactions")) {
                for (InstanceofCheck check : checks(each)) {
                    if (check.getRawType().isAssignableTo(Token.class)) {
                        checks.add(check.getOwner().getFullName() + " asks for "
                                + check.getRawType().getName());
                    }
                }
            }
        }
        assertThat(checks).isEmpty();
    }

    private static List<InstanceofCheck> checks(JavaClass type) {
        return type.getCodeUnits().stream()
                .flatMap(each -> each.getInstanceofChecks().stream())
                .toList();
    }

    /**
     * A superclass with one subclass is the second half of it. The parts of the conformance suite are tests that stores
     * inherit; the parser of expressions is left out.
     */
    @Test
    void noSuperclassHasASingleSubclass() {
        Map<JavaClass, List<String>> subclasses = new HashMap<>();
        for (JavaClass each : ours) {
            JavaClass above = each.getRawSuperclass()
                    .filter(type -> ours.contain(type.getName()))
                    .orElse(null);
            if (above != null
                    && !each.getPackageName().equals("io.lockgraft.conformance")
                    && !each.getPackageName().equals("io.lockgraft.language.expression.parse")) {
                subclasses.computeIfAbsent(above, none -> new ArrayList<>()).add(each.getName());
            }
        }
        List<String> halves = new ArrayList<>();
        subclasses.forEach((above, below) -> {
            if (below.size() == 1 && above.getModifiers().contains(JavaModifier.ABSTRACT)) {
                halves.add(above.getName() + " of " + below.get(0));
            }
        });
        assertThat(halves).isEmpty();
    }

    /** A lock with a queue stands still behind a virtual thread that has no carrier. */
    @Test
    void noLockWithAQueueIsSharedWithVirtualThreads() {
        holds(noClasses()
                .that()
                .resideInAnyPackage(OF_VIRTUAL_THREADS)
                .and()
                .doNotHaveSimpleName("BriefLock")
                .and()
                .doNotHaveFullyQualifiedName("io.lockgraft.engine.fence.LogContexts") // tries its lock, and never waits
                .should()
                .callConstructor(ReentrantLock.class)
                .orShould()
                .callConstructor(ReentrantLock.class, boolean.class)
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("java\\.util\\.concurrent\\.locks\\.(.*ReadWrite.*|Stamped.*|Abstract.*)"));
        holds(noClasses()
                .that()
                .resideInAnyPackage(OF_VIRTUAL_THREADS)
                .and()
                // Who waits there loads a class, and so keeps its carrier: it needs no other to go on.
                .haveNameNotMatching("io\\.lockgraft\\.weave\\.LateWeaving(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.util\\.concurrent\\.(.*(Blocking|Delay).*|Scheduled.*|ThreadPool.*|Executors"
                        + "|Semaphore|CountDownLatch|CyclicBarrier|Phaser|Exchanger)"));
    }

    /** Only there it is seen to that no virtual thread runs the store's code. */
    @Test
    void theStoreIsAskedInOnePlace() {
        holds(noClasses()
                .that()
                .resideInAPackage("io.lockgraft.engine..")
                .and()
                .haveNameNotMatching("io\\.lockgraft\\.engine\\.thread\\.StoreThread(\\$.*)?")
                .should()
                .callMethod(LockStore.class, "acquire", Request.class));
    }

    /** Each of these settles something for the whole JVM that is the application's to settle. */
    @Test
    void startUpUsesNoLoggingNoNioFilesNoJmx() {
        holds(noClasses()
                .that()
                .resideInAnyPackage(START_UP)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.util.logging..", "java.nio.file..", "javax.management..", "java.lang.management.."));
    }

    @Test
    void startUpMakesNoRandomUuid() {
        holds(noClasses().that().resideInAnyPackage(START_UP).should().callMethod("java.util.UUID", "randomUUID"));
    }

    /** They run before main: what they open is not made yet. */
    @Test
    void whatReadsTheSettingsOfAStoreUsesNoNioFiles() {
        holds(noClasses()
                .that()
                .resideInAPackage("io.lockgraft.store..")
                .and()
                .haveNameMatching(".*(Provider|Configuration)")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "java.util.logging..", "org.redisson..", "io.netty.."));
    }

    @Test
    void whatStartsUpIsThere() {
        assertThat(START_UP)
                .allMatch(name ->
                        ours.stream().anyMatch(each -> resideInAnyPackage(name).test(each)));
    }

    private static void holds(ArchRule rule) {
        rule.check(ours); // fails where it names packages that are not there
    }
}
