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
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.call.LaterLock;
import io.lockgraft.engine.event.RuleListener;
import io.lockgraft.engine.hold.HoldReleaser;
import io.lockgraft.manage.Counters;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
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

    /** Superclasses that are also made as they are. */
    private static final Set<String> WHOLE =
            Set.of("FrameworkEntrance", "GrantDouble", "LoaderMap", "ProcessExclusion", "Substitute");

    /** What knows which rules are in force, or the gates of one of their stores. */
    private static final Set<String> IN_FORCE = Set.of(
            "LazyGates#made",
            "LazyGates#make",
            "LockGate#enter",
            "LockGate#open",
            "LockEngine#enter",
            "LockEngine#gates",
            "Sites#get",
            "Sites#of",
            "Stores#gates",
            "Watches#get");

    /** Methods that return a value of the application's: a result, an argument, a part of a key, an object of its. */
    private static final Set<String> VALUES = Set.of(
            "AheadCall#exit",
            "AheadCall#run",
            "BoundSite#innerMonitor",
            "CallToken#exitAhead",
            "EnclosingCall#exit",
            "EnteredCall#exit",
            "EnteredCall#exitAhead",
            "EnteredCall#result",
            "Exit#exit",
            "LaterLock#call",
            "LaterLock#exit",
            "LaterLock#invoke",
            "LaterLock#refuse",
            "LockEngine#call",
            "LogContext#get",
            "Missed#exit",
            "SkipOutcome#value",
            "OutcomeBinding#constant",
            "Results#decided",
            "Results#guarded",
            "Results#promised",
            "ReturnValue#fits",
            "ReturnValue#of",
            "ReturnValue#reference",
            "TokenStack#exit",
            "Unlocked#exit",
            // The one exception: by what a hold is known inside of a gate, its thread or itself.
            "Waiter#insideKey");

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
                .layer("answers")
                .definedBy("io.lockgraft.manage.answer..", "io.lockgraft.manage.happening..")
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
                .mayOnlyBeAccessedByLayers("start", "cli", "weave", "answers")
                .whereLayer("answers")
                .mayOnlyBeAccessedByLayers("start", "cli")
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
                .and()
                .resideOutsideOfPackages("io.lockgraft.manage.answer..", "io.lockgraft.manage.happening..")
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

    /** One that says that it does not hear each call is never told of one. */
    @Test
    void aListenerThatDoesNotHearEachCallHasNoMethodForThat() {
        Set<String> ofEachCall =
                Set.of("answered", "entered", "nested", "handedOver", "lingered", "released", "leftShared");
        List<String> unheard = new ArrayList<>();
        for (JavaClass each : ours) {
            if (each.isAssignableTo(RuleListener.class)
                    && !each.isInterface()
                    && each.tryGetMethod("hearsEachCall").isPresent()) {
                each.getMethods().stream()
                        .filter(method -> ofEachCall.contains(method.getName()))
                        .forEach(method -> unheard.add(method.getFullName()));
            }
        }
        assertThat(unheard).isEmpty();
    }

    private static List<InstanceofCheck> checks(JavaClass type) {
        return type.getCodeUnits().stream()
                .flatMap(each -> each.getInstanceofChecks().stream())
                .toList();
    }

    /**
     * A superclass with one subclass is the second half of it. The parts of the conformance suite are tests that stores
     * inherit; the parser of expressions is left out. Each class of {@link #WHOLE} is made as it is, too.
     */
    @Test
    void noSuperclassHasASingleSubclass() {
        Map<JavaClass, List<String>> subclasses = new HashMap<>();
        for (JavaClass each : ours) {
            JavaClass above = each.getRawSuperclass()
                    .filter(type -> ours.contain(type.getName()))
                    .orElse(null);
            if (above != null
                    && !each.getPackageName().startsWith("io.lockgraft.conformance")
                    && !each.getPackageName().equals("io.lockgraft.language.expression.parse")) {
                subclasses.computeIfAbsent(above, none -> new ArrayList<>()).add(each.getName());
            }
        }
        List<String> halves = new ArrayList<>();
        subclasses.forEach((above, below) -> {
            if (below.size() == 1 && !WHOLE.contains(above.getSimpleName())) {
                halves.add(above.getName() + " of " + below.get(0));
            }
        });
        assertThat(halves).isEmpty();
    }

    /** Rules may be read again between a call's entry and its exit: the token has all that the exit needs. */
    @Test
    void noExitAsksForTheRulesInForce() {
        Deque<JavaCodeUnit> toSee = new ArrayDeque<>();
        for (JavaClass each : ours) {
            if (each.isAssignableTo(Token.class) || each.isAssignableTo(HoldReleaser.class)) {
                each.getMethods().stream()
                        .filter(method -> method.getName().startsWith("exit")
                                || method.getName().startsWith("release")
                                || method.getName().equals("giveUp"))
                        .forEach(toSee::add);
            }
        }
        assertThat(toSee).hasSizeGreaterThan(10);
        Map<JavaCodeUnit, JavaCodeUnit> calledBy = new HashMap<>();
        List<String> asked = new ArrayList<>();
        while (!toSee.isEmpty()) {
            JavaCodeUnit from = toSee.poll();
            for (JavaMethodCall call : from.getMethodCallsFromSelf()) {
                JavaClass owner = call.getTargetOwner();
                if (IN_FORCE.contains(owner.getSimpleName() + '#' + call.getName())) {
                    asked.add(way(from, calledBy) + " asks " + owner.getSimpleName() + '#' + call.getName());
                } else if (ours.contain(owner.getName()) && !isLater(call)) {
                    for (JavaMethod next : methods(call)) {
                        if (calledBy.putIfAbsent(next, from) == null) {
                            toSee.add(next);
                        }
                    }
                }
            }
        }
        assertThat(asked).isEmpty();
    }

    /** A result that takes its lock each time that it is called. */
    private static boolean isLater(JavaMethodCall call) {
        return call.getTargetOwner().isEquivalentTo(LaterLock.class)
                && call.getName().equals("call");
    }

    /** What such a call may run, as its owner or a subclass declares it. */
    private static List<JavaMethod> methods(JavaMethodCall call) {
        List<JavaMethod> all = new ArrayList<>();
        call.getTarget().resolveMember().ifPresent(all::add);
        for (JavaClass each : call.getTargetOwner().getAllSubclasses()) {
            each.tryGetMethod(
                            call.getName(),
                            call.getTarget().getRawParameterTypes().stream()
                                    .map(JavaClass::getName)
                                    .toArray(String[]::new))
                    .ifPresent(all::add);
        }
        return all;
    }

    private static String way(JavaCodeUnit to, Map<JavaCodeUnit, JavaCodeUnit> calledBy) {
        StringBuilder way = new StringBuilder();
        Set<JavaCodeUnit> seen = new HashSet<>();
        for (JavaCodeUnit each = to; each != null && seen.add(each); each = calledBy.get(each)) {
            way.insert(0, each.getOwner().getSimpleName() + '#' + each.getName() + ' ');
        }
        return way.toString();
    }

    /** What happens is told to the listeners of a rule, and one of them counts. */
    @Test
    void nothingCountsButTheListenersOfEvents() {
        holds(noClasses()
                .that()
                .resideOutsideOfPackages("io.lockgraft.engine.event", "io.lockgraft.manage..")
                .should()
                .callMethod(Counters.class, "count", Counters.Event.class));
        holds(noClasses()
                .that()
                .resideInAnyPackage(
                        "io.lockgraft.engine..",
                        "io.lockgraft.asynchronous..",
                        "io.lockgraft.transactions..",
                        "io.lockgraft.bootstrap..")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(LongAdder.class));
    }

    /** The machines that have no such enum, as that of a gate, cannot be told by their form. */
    @Test
    void eachStateIsMovedByOneClass() {
        Map<String, Set<String>> moves = new HashMap<>();
        for (JavaClass each : ours) {
            if (each.getPackageName().startsWith("io.lockgraft.engine")) {
                for (JavaField field : each.getFields()) {
                    for (JavaClass type : field.getAllInvolvedRawTypes()) {
                        if (type.isEnum() && type.getSimpleName().endsWith("State") && !each.equals(type)) {
                            moves.computeIfAbsent(type.getName(), none -> new HashSet<>())
                                    .add(each.getName());
                        }
                    }
                }
            }
        }
        assertThat(moves).hasSizeGreaterThanOrEqualTo(3);
        assertThat(moves.values()).allSatisfy(its -> assertThat(its).hasSize(1));
    }

    /** Values of the application. What may be one of several types of ours has a type that names them. */
    @Test
    void objectIsReturnedForNothingOfOurOwn() {
        Set<String> all = new TreeSet<>();
        for (JavaClass each : ours) {
            if (each.getPackageName().startsWith("io.lockgraft.engine")) {
                for (JavaMethod method : each.getMethods()) {
                    boolean itsOwn = !method.getModifiers().contains(JavaModifier.SYNTHETIC)
                            && !method.getName().startsWith("lambda$");
                    if (itsOwn && method.getReturnType().getName().equals("java.lang.Object")) {
                        all.add(each.getSimpleName() + '#' + method.getName());
                    }
                }
            }
        }
        assertThat(all).isSubsetOf(VALUES);
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
