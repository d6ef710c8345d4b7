package io.lockgraft;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.api.Locks;
import io.lockgraft.bootstrap.LockGate;
import io.lockgraft.spi.log.Log;
import io.lockgraft.start.Agent;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A virtual thread that waits inside of a monitor keeps its carrier on JDK 21. Where all carriers are kept so, nothing
 * of the JVM's virtual threads moves again. So inside of a monitor of ours nothing is called that may wait.
 */
class MonitorsTest {
    /** What may wait, as owner.name. What completes a future or asks a store runs whatever follows. */
    private static final Pattern WAITS = Pattern.compile(String.join(
            "|",
            "java/lang/Object\\.wait",
            "java/lang/Thread\\.(sleep|join|yield)",
            "java/lang/Process\\..*",
            "java/util/concurrent/locks/LockSupport\\.park.*",
            "java/util/concurrent/locks/.*\\.(lock.*|await.*|tryLock)",
            "java/util/concurrent/.*Future\\.(get|join|complete.*|obtrude.*|when.*|then.*|handle.*)",
            "java/util/concurrent/CompletionStage\\..*",
            "java/util/concurrent/(CountDownLatch|CyclicBarrier|Phaser|Exchanger|Semaphore)\\..*",
            "java/util/concurrent/.*(BlockingQueue|BlockingDeque|DelayQueue|TransferQueue)\\..*",
            "java/util/concurrent/.*Executor.*\\..*",
            "java/io/PrintStream\\..*",
            "java/net/.*Socket.*\\..*",
            "io/lockgraft/spi/(LockStore|Attempt|Grant)\\..*"));

    /** Only threads of ours run these, for they are asked in one place: see ArchitectureTest. */
    private static final Pattern STORES = Pattern.compile("io/lockgraft/store/.*");

    /** A line is left to a thread of ours from the moment that main begins: see LineWriterTest. */
    private static final Pattern LOG = Pattern.compile("io/lockgraft/spi/log/(Log|LineWriter)\\..*");

    /** Which call of which method seems to wait in its monitor, and why that stops no virtual thread. */
    private static final Map<String, String> MAY = Map.of(
            "io/lockgraft/spi/log/LineWriter.drain: java/lang/Object.wait",
                    "only while the JVM ends, and for half a second in all",
            "io/lockgraft/bootstrap/Start.run: java/io/PrintStream.println",
                    "before main, or in the JVM's thread for an attach",
            "io/lockgraft/engine/lease/Interrupter.send: engine/lease/Interrupter.lambda$send$",
                    "what it puts in a list runs after the monitor",
            "io/lockgraft/engine/lease/Keeper.start: engine/lease/Keeper.run",
                    "what it makes there is the keeper's own thread",
            "io/lockgraft/transactions/JtaTransactions$ManagersOfClass.follow: transactions/Sources.addUnknown",
                    "the supplier that it calls makes a text, and is not the one that opens a store");

    private static final Pattern ANONYMOUS = Pattern.compile("(.*\\$\\d+\\.)<init>");

    private static final String EXAMPLE = "io/lockgraft/MonitorsTest$Example.";

    private static final Map<String, Code> CODE = new HashMap<>();

    /** Each class, with what it extends and implements directly. */
    private static final Map<String, List<String>> PARENTS = new HashMap<>();

    /** Each method, with those that may run in its place. */
    private static final Map<String, Set<String>> BODIES = new HashMap<>();

    @BeforeAll
    static void read() throws IOException, URISyntaxException {
        for (Class<?> each : new Class<?>[] {Agent.class, Log.class, Locks.class, LockGate.class}) {
            readAll(Path.of(
                    each.getProtectionDomain().getCodeSource().getLocation().toURI()));
        }
        for (Class<?> each : new Class<?>[] {Declared.class, Example.class}) {
            read(MonitorsTest.class.getResourceAsStream("MonitorsTest$" + each.getSimpleName() + ".class"));
        }
        for (String method : CODE.keySet()) {
            int dot = method.indexOf('.');
            if (!CODE.get(method).mayOverride()) {
                continue;
            }
            above(
                    method.substring(0, dot),
                    type -> BODIES.computeIfAbsent(type + method.substring(dot), each -> new TreeSet<>())
                            .add(method));
        }
    }

    /** A call names a class that overrides the method, inherits it, or only declares it. */
    private static void above(String type, Consumer<String> each) {
        for (String parent : PARENTS.getOrDefault(type, List.of())) {
            each.accept(parent);
            above(parent, each);
        }
    }

    /**
     * What a call may run: by its own name, by that of a subtype, or by that of a super type. All methods of an
     * anonymous class count where it is made.
     */
    private static Set<String> bodies(String call) {
        Set<String> bodies = new TreeSet<>(BODIES.getOrDefault(call, Set.of()));
        Matcher anonymous = ANONYMOUS.matcher(call);
        if (anonymous.lookingAt()) {
            String type = anonymous.group(1);
            CODE.keySet().stream().filter(method -> method.startsWith(type)).forEach(bodies::add);
        }
        int dot = call.indexOf('.');
        above(call.substring(0, dot), type -> bodies.add(type + call.substring(dot)));
        bodies.add(call);
        return bodies;
    }

    /** @param module a folder of classes, or a jar */
    private static void readAll(Path module) throws IOException {
        if (Files.isDirectory(module)) {
            readFolder(module);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(module)) {
                readFolder(jar.getPath("/"));
            }
        }
    }

    private static void readFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    (Iterable<Path>) files.filter(each -> each.toString().endsWith(".class"))::iterator) {
                read(Files.newInputStream(file));
            }
        }
    }

    private static void read(InputStream file) throws IOException {
        try (file) {
            new ClassReader(file.readAllBytes()).accept(new Methods(), 0);
        }
    }

    @Test
    void insideOfAMonitorNothingIsCalledThatWaits() {
        Map<String, Set<String>> found = new TreeMap<>(waits());
        found.keySet().removeIf(each -> each.startsWith(EXAMPLE));

        Set<String> firsts = new TreeSet<>();
        found.forEach((method, ways) -> ways.forEach(
                way -> firsts.add(method.substring(0, method.indexOf('(')) + ": " + way.replaceFirst(" -> .*", ""))));
        assertThat(firsts).as("what may wait: %s", found).isEqualTo(MAY.keySet());
    }

    /** What this test is worth. */
    @Test
    void aWaitIsFoundInABlockInAMethodAndBehindACallAnInterfaceOrALambda() {
        Map<String, Set<String>> found = new TreeMap<>(waits());
        found.keySet().removeIf(each -> !each.startsWith(EXAMPLE));

        assertThat(found)
                .containsOnly(
                        Map.entry(EXAMPLE + "block()V", Set.of("java/util/concurrent/CompletableFuture.join")),
                        Map.entry(
                                EXAMPLE + "declared(Lio/lockgraft/MonitorsTest$Declared;)V",
                                Set.of("MonitorsTest$Declared.further -> "
                                        + "java/util/concurrent/locks/ReentrantLock.lock")),
                        Map.entry(
                                EXAMPLE + "lambda()Ljava/lang/Runnable;",
                                Set.of("MonitorsTest$Example.further -> "
                                        + "java/util/concurrent/locks/ReentrantLock.lock")),
                        Map.entry(
                                EXAMPLE + "method()V",
                                Set.of("MonitorsTest$Example.further -> "
                                        + "java/util/concurrent/locks/ReentrantLock.lock")));
    }

    /** Each method in whose monitor something may wait, and what. */
    private static Map<String, Set<String>> waits() {
        Map<String, Set<String>> found = new HashMap<>();
        CODE.forEach((method, code) -> {
            if (!STORES.matcher(method).matches()) {
                code.inside().stream()
                        .map(MonitorsTest::wayToWait)
                        .filter(Objects::nonNull)
                        .forEach(way -> found.computeIfAbsent(method, each -> new TreeSet<>())
                                .add(way));
            }
        });
        return found;
    }

    /** The shortest way from this call to one that waits; null where there is none. */
    private static String wayToWait(String call) {
        Map<String, String> ways = new HashMap<>();
        Deque<String> next = new ArrayDeque<>();
        ways.put(call, shortened(call));
        next.add(call);
        while (!next.isEmpty()) {
            String each = next.remove();
            Set<String> calls = new TreeSet<>();
            for (String body : LOG.matcher(each).matches() ? Set.<String>of() : bodies(each)) {
                if (WAITS.matcher(body.substring(0, body.indexOf('('))).matches()) {
                    return ways.get(each);
                }
                Code code = CODE.get(body);
                calls.addAll(code == null ? List.of() : code.calls());
            }
            for (String further : calls) {
                if (!ways.containsKey(further)) {
                    ways.put(further, ways.get(each) + " -> " + shortened(further));
                    next.add(further);
                }
            }
        }
        return null;
    }

    private static String shortened(String call) {
        String name = call.substring(0, call.indexOf('(')).replace("io/lockgraft/", "");
        return name.replaceFirst("(lambda\\$\\w+\\$)\\d+$", "$1"); // compilers count them differently
    }

    private interface Declared {
        void further();
    }

    /** Never runs. */
    @SuppressWarnings("unused")
    private static final class Example implements Declared {
        private final ReentrantLock lock = new ReentrantLock();

        void block() {
            new CompletableFuture<>().join();
            synchronized (this) {
                new CompletableFuture<>().join();
            }
        }

        synchronized void method() {
            further();
        }

        synchronized void declared(Declared which) {
            which.further();
        }

        synchronized Runnable lambda() {
            return this::further;
        }

        @Override
        public void further() {
            lock.lock();
        }

        void harmless() {
            synchronized (this) {
                lock.isLocked();
            }
            lock.lock();
        }
    }

    /** The calls of one method, and which of them stand inside of a monitor. */
    private static final class Code extends MethodVisitor {
        private record Guarded(Label start, Label end, Label handler) {}

        private final boolean isSynchronized;
        private final boolean mayOverride;
        private final List<String> calls = new ArrayList<>();
        private final Map<String, Set<Integer>> places = new HashMap<>();
        private final Set<Integer> exits = new HashSet<>();
        private final Map<Label, Integer> labels = new HashMap<>();
        private final List<Guarded> guarded = new ArrayList<>();
        private int place;

        Code(int access, String name) {
            super(Opcodes.ASM9);
            this.isSynchronized = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
            this.mayOverride = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0 && !name.startsWith("<");
        }

        boolean mayOverride() {
            return mayOverride;
        }

        List<String> calls() {
            return calls;
        }

        /** javac guards the whole of a synchronized block by a handler that leaves the monitor first. */
        Set<String> inside() {
            Set<String> inside = new HashSet<>();
            places.forEach((call, at) -> {
                if (isSynchronized || at.stream().anyMatch(this::isInside)) {
                    inside.add(call);
                }
            });
            return inside;
        }

        private boolean isInside(int at) {
            return guarded.stream()
                    .filter(each -> {
                        int handler = labels.get(each.handler);
                        return exits.stream().anyMatch(exit -> exit > handler && exit <= handler + 3);
                    })
                    .anyMatch(each -> labels.get(each.start) <= at && at < labels.get(each.end));
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            if (type == null) {
                guarded.add(new Guarded(start, end, handler));
            }
        }

        @Override
        public void visitLabel(Label label) {
            labels.put(label, place);
        }

        @Override
        public void visitInsn(int opcode) {
            place++;
            if (opcode == Opcodes.MONITOREXIT) {
                exits.add(place);
            }
        }

        @Override
        public void visitVarInsn(int opcode, int index) {
            place++;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
            call(owner + '.' + name + type);
        }

        /** A lambda counts as a call of its body where it is made, and nowhere else. */
        @Override
        public void visitInvokeDynamicInsn(String name, String type, Handle maker, Object... arguments) {
            place++;
            for (Object each : arguments) {
                if (each instanceof Handle body && body.getDesc().startsWith("(")) {
                    call(body.getOwner() + '.' + body.getName() + body.getDesc());
                }
            }
        }

        private void call(String call) {
            place++;
            calls.add(call);
            places.computeIfAbsent(call, each -> new HashSet<>()).add(place);
        }
    }

    private static final class Methods extends ClassVisitor {
        private String owner;

        Methods() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            owner = name;
            List<String> parents = new ArrayList<>(List.of(interfaces));
            if (superName != null) {
                parents.add(superName);
            }
            PARENTS.put(name, parents);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] exceptions) {
            Code code = new Code(access, name);
            CODE.put(owner + '.' + name + type, code);
            return code;
        }
    }
}
