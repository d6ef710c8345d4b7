package io.lockgraft.weave;

import static io.lockgraft.weave.WovenMethodTest.call;
import static org.assertj.core.api.Assertions.assertThat;

import com.shop.weaving.MarkedService;
import com.shop.weaving.PayService;
import io.lockgraft.bootstrap.LockGate;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes that loaders load while the weaver asks them, which the JVM shows to no transformer. */
@FailsWithout("`HiddenClasses` has a class woven late that the JVM hid from the agent")
class HiddenClassesTest {
    private static final String FIRST = "com.shop.hidden.First";
    private static final String HIDDEN = "com.shop.hidden.Hidden";
    private static final String LATE =
            HIDDEN + " of io.lockgraft.weave.HiddenClassesTest$Asked@%s: it was loaded while another class was"
                    + " being woven, and was therefore hidden from the agent. It has been woven since;"
                    + " calls before that ran without their locks";

    private static final String NOT_YET =
            "It is woven as soon as that lets go of the loader; till then its methods run without their locks";

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    @Test
    void aClassThatALoaderLoadsWhileItIsAskedIsWovenBeforeTheLoadingEnds() throws Throwable {
        try (Weaving weaving = Weaving.of(FIRST + ".pay", HIDDEN + ".pay")) {
            weaving.weaver.weaveLoaded();
            Asked loader = new Asked();

            loader.loadClass(FIRST);
            call(make(loader.hidden), "pay", "A", 1);

            assertThat(weaving.gate.calls).containsExactly("enter r1", "exit token of r1");
            assertThat(log.toString())
                    .containsOnlyOnce(
                            "rule 'r1': " + LATE.formatted(Integer.toHexString(System.identityHashCode(loader))));
            assertThat(weaving.coverage.asMap(Map.of()).toString())
                    .contains("state=woven, hold=ends with the method, or with a transaction that is active when "
                            + "it returns, reason=it"
                            + " was loaded while another class was being woven,");
        }
    }

    @Test
    void aPatternThatTakesTheClassByItsNameFindsItToo() throws Throwable {
        try (Weaving weaving = Weaving.of("com.shop.hidden.*.pay")) {
            weaving.weaver.weaveLoaded();
            Asked loader = new Asked();

            loader.loadClass(FIRST);
            call(make(loader.hidden), "pay", "A", 1);

            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.shop.weaving.Payable+.pay", "@com.shop.weaving.Locked com.shop.hidden.*.pay"})
    void aPatternThatTakesTheClassByWhatIsInItFindsItToo(String pattern) throws Throwable {
        try (Weaving weaving = Weaving.of(FIRST + ".pay", pattern)) {
            weaving.weaver.weaveLoaded();
            Asked loader = new Asked();
            loader.source = MarkedService.class;

            loader.loadClass(FIRST);
            call(make(loader.hidden), "pay", "A", 1);

            assertThat(weaving.gate.calls).containsExactly("enter r1", "exit token of r1");
            assertThat(log.toString())
                    .containsOnlyOnce(
                            "rule 'r1': " + LATE.formatted(Integer.toHexString(System.identityHashCode(loader))));
        }
    }

    @Test
    void aClassOfALoaderThatIsLockedMeanwhileIsToldAndWovenRightAfter() throws Throwable {
        try (Weaving weaving = Weaving.of(FIRST + ".pay", HIDDEN + ".pay")) {
            weaving.weaver.weaveLoaded();
            Serial loader = new Serial();

            loader.loadClass(FIRST);

            assertThat(log.toString()).contains(NOT_YET);
            isWovenLateIn(weaving, loader.hidden);
        }
    }

    private void isWovenLateIn(Weaving weaving, Class<?> hidden) throws Throwable {
        Awaitility.await().untilAsserted(() -> assertThat(log.toString()).contains("It has been woven since"));
        call(make(hidden), "pay", "A", 1);
        assertThat(weaving.gate.calls).containsExactly("enter r1", "exit token of r1");
    }

    @Test
    void whateverKeepsTheWeavingKeepsTheLoadingForAWhileAtMost() throws Throwable {
        LateWeaving.longestWait = TimeUnit.MILLISECONDS.toNanos(200);
        try (Weaving weaving = Weaving.of(FIRST + ".pay", HIDDEN + ".pay")) {
            weaving.weaver.weaveLoaded();
            Asked loader = new Asked();
            CountDownLatch mayGoOn = new CountDownLatch(1);
            weaving.gate.checking = rule -> await(rule.name().equals("r1"), mayGoOn);

            loader.loadClass(FIRST);
            assertThat(log.toString()).contains(NOT_YET);
            mayGoOn.countDown();

            isWovenLateIn(weaving, loader.hidden);
        } finally {
            LateWeaving.longestWait = LateWeaving.LONGEST_WAIT;
        }
    }

    @Test
    void anotherThreadThatIsWeavingItIsWaitedForToo() throws Throwable {
        try (Weaving weaving = Weaving.of(FIRST + ".pay", HIDDEN + ".pay")) {
            weaving.weaver.weaveLoaded();
            Asked loader = new Asked();
            CountDownLatch weavingHidden = new CountDownLatch(1);
            CountDownLatch mayGoOn = new CountDownLatch(1);
            weaving.gate.checking = rule -> {
                if (rule.name().equals("r1")) {
                    weavingHidden.countDown();
                    await(true, mayGoOn);
                }
            };
            Thread finder = new Thread(task(() -> loader.loadClass(FIRST)));
            finder.start();
            weavingHidden.await();

            FutureTask<Object> pays = task(() -> {
                Asked another = new Asked();
                another.hidden = PayService.class;
                another.loadClass(FIRST);
                return called(loader.hidden);
            });
            Thread payer = new Thread(pays);
            payer.start();
            Awaitility.await().until(() -> pays.isDone() || payer.getState() == Thread.State.TIMED_WAITING);
            mayGoOn.countDown();
            pays.get();
            finder.join();

            assertThat(weaving.gate.calls).containsExactly("enter r1", "exit token of r1");
        }
    }

    @Test
    void whatStayedHiddenIsInTheReport() throws Throwable {
        try (Weaving weaving = Weaving.of(FIRST + ".pay", HIDDEN + ".pay")) {
            // Not watching yet: nothing is woven late.
            new Asked().loadClass(FIRST);

            weaving.weaver.explainUnmatched();

            assertThat(weaving.coverage.asMap(Map.of()).toString())
                    .contains("class=" + HIDDEN + ", method=" + HIDDEN + ".pay, ")
                    .contains("state=not applied, reason=it was loaded while another class was being woven, and was"
                            + " therefore hidden from the agent: its methods run without their locks");
            assertThat(log.toString()).contains("its methods run without their locks");
        }
    }

    private static void await(boolean concerned, CountDownLatch latch) {
        try {
            if (concerned) {
                latch.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static FutureTask<Object> task(Callable<Object> work) {
        return new FutureTask<>(work);
    }

    private static Object called(Class<?> service) throws Exception {
        try {
            return call(make(service), "pay", "A", 1);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object make(Class<?> type) throws ReflectiveOperationException {
        return type.getDeclaredConstructor().newInstance();
    }

    /** A loader that is asked for the gate while its first class is woven, and loads another one at that. */
    private static class Asked extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        Class<?> source = PayService.class;
        Class<?> hidden;

        Asked() {
            super(HiddenClassesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(LockGate.class.getName()) && hidden == null) {
                hidden = define(HIDDEN);
            }
            return name.equals(FIRST) ? define(name) : super.loadClass(name, resolve);
        }

        private Class<?> define(String name) {
            byte[] bytes = Renamed.copy(source, name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** The same, for which the JVM takes the loader's lock while it defines a class. */
    private static final class Serial extends Asked {}
}
