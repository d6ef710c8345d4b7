package io.lockgraft.engine.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Rule;
import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class SitesTest {
    private final Woven woven = new Woven();
    private final Rule rule = Woven.rule("PAY:{p0}").build();
    private final MethodShape pay = Woven.method(Shop.class, "pay");

    /** Is loaded again by a loader that can be collected. */
    public static final class Shop {
        public static void pay(String order) {}

        public static void cancel(String order) {}
    }

    /** Loaded once, and public because what looks at it is loaded by another loader. */
    public static final class LastWork {
        public static final CountDownLatch BEGUN = new CountDownLatch(1);
        public static final CountDownLatch MAY_END = new CountDownLatch(1);
    }

    /** Whose last work, which it does when it is collected, takes as long as the test wants. */
    @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what an old application does
    public static final class Closing {
        @Override
        protected void finalize() throws InterruptedException {
            LastWork.BEGUN.countDown();
            LastWork.MAY_END.await();
        }
    }

    /** A web application. */
    private static final class Webapp extends ClassLoader {
        /** Collected alone, it would be finalized while something still reaches the loader, and keep that for good. */
        Object last;

        Webapp() {
            super(SitesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Shop.class.getName()) && !name.equals(Closing.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void aMethodThatIsWovenAgainKeepsItsNumber() {
        ClassLoader loader = getClass().getClassLoader();

        int number = woven.sites.add(rule, pay, loader, null);

        assertThat(woven.sites.add(rule, Woven.method(Shop.class, "pay"), loader, null))
                .isEqualTo(number);
        assertThat(woven.sites.add(rule, Woven.method(Shop.class, "cancel"), loader, null))
                .isNotEqualTo(number);
        assertThat(woven.sites.add(Woven.rule("PAY:{p0}").build(), pay, loader, null))
                .as("another rule")
                .isNotEqualTo(number);
        assertThat(woven.sites.add(rule, pay, new Webapp(), null))
                .as("another loader")
                .isNotEqualTo(number);
        assertThat(woven.sites.add(rule, pay, null, null))
                .as("the bootstrap loader")
                .isNotEqualTo(number)
                .isEqualTo(woven.sites.add(rule, pay, null, null));
    }

    @Test
    void whatTheWeaverFoundLastAboutASiteCounts() {
        int number = woven.sites.add(rule, pay, null, "PayDto has no x");

        assertThat(woven.sites.add(rule, pay, null, null)).isEqualTo(number);
        assertThat(woven.sites.get(number).refusal()).isNull();
    }

    @Test
    @FailsWithout(
            "`Sites#withdraw` and `ClassWeaver#MOVED_MONITORS` keep what a refused attach has woven from the rules"
                    + " of the next one")
    void whatIsWithdrawnRunsWithoutItsLockAndItsNumberIsNoOthers() throws Throwable {
        Rule refused = Woven.rule("PAY:{p0}").build();
        int before = woven.site(refused, Shop.class, "pay");
        assertThat(woven.call(before, null, () -> woven.store.isHeld("shop:PAY:A"), "A"))
                .isEqualTo(true);

        woven.sites.withdraw();
        int since = woven.site(rule, Shop.class, "pay");

        assertThat(since).isNotEqualTo(before);
        assertThat(woven.call(before, null, () -> woven.store.isHeld("shop:PAY:B"), "B"))
                .isEqualTo(false);
        assertThat(woven.call(since, null, () -> woven.store.isHeld("shop:PAY:B"), "B"))
                .isEqualTo(true);
    }

    @Test
    void thereAreAsManySitesAsThereAreMethods() {
        for (int i = 0; i < 1000; i++) {
            int number = woven.sites.add(Woven.rule("PAY:{p0}").build(), pay, null, null);
            assertThat(number).isEqualTo(i);
            assertThat(woven.sites.get(i)).isNotNull();
        }
    }

    @Test
    void anApplicationThatHasBeenCalledCanBeUnloadedAndItsNumbersAreUsedAgain() throws Throwable {
        int[] number = new int[1];
        WeakReference<ClassLoader> loader = callOnce(number);

        await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return loader.get() == null;
        });

        await().atMost(Duration.ofSeconds(30)).until(() -> woven.sites.size() == 0);
        assertThat(woven.sites.add(rule, pay, new Webapp(), null)).isEqualTo(number[0]);
    }

    /** As an application server's after the last web application is gone that has rules, but for one. */
    @Test
    @FailsWithout("`Sites#forgetEnded` lets go of an application that was unloaded, on Java 8 too")
    void anyCallLetsGoOfAnApplicationThatWasUnloadedThoughNoClassIsWovenAnyMore() throws Throwable {
        int other = woven.sites.add(rule, pay, null, null);
        int ofShop = woven.site(rule, Shop.class, "pay");
        WeakReference<ClassLoader> loader = callOnce(new int[1]);
        assertThat(woven.sites.loaders()).isEqualTo(2);
        assertThat(other).isNotEqualTo(ofShop);

        await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return loader.get() == null;
        });

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            System.gc();
            call(ofShop);
            assertThat(woven.sites.loaders()).isEqualTo(1);
        });
    }

    private void call(int site) {
        try {
            woven.call(site, null, () -> null, "42");
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aNumberIsNotUsedAgainWhileAFinalizerMayStillCallIt() throws Exception {
        int[] number = new int[1];
        WeakReference<ClassLoader> loader = leaveToTheFinalizer(number);
        try {
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                System.gc();
                return loader.get() == null && LastWork.BEGUN.getCount() == 0;
            });

            for (int i = 0; i < 3; i++) {
                System.gc();
                assertThat(woven.sites.add(Woven.rule("PAY:{p0}").build(), pay, null, null))
                        .isNotEqualTo(number[0]);
            }
            assertThat(woven.sites.get(number[0])).isNotNull();
        } finally {
            LastWork.MAY_END.countDown();
        }

        await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return woven.sites.size() == 3;
        });
        assertThat(woven.sites.add(rule, pay, null, null)).isEqualTo(number[0]);
    }

    private WeakReference<ClassLoader> leaveToTheFinalizer(int[] number) throws Exception {
        Webapp webapp = new Webapp();
        number[0] = woven.sites.add(rule, Woven.method(Shop.class, "pay"), webapp, null);
        webapp.last = webapp.loadClass(Closing.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        assertThat(webapp.last.getClass().getClassLoader()).isSameAs(webapp);
        return new WeakReference<>(webapp);
    }

    private WeakReference<ClassLoader> callOnce(int[] number) throws Throwable {
        Webapp webapp = new Webapp();
        number[0] = woven.sites.add(rule, pay, webapp, null);
        woven.call(number[0], null, () -> null, "42");
        BoundSite bound = woven.sites.get(number[0]).bound();
        assertThat(bound).as("bound by the first call").isNotNull();
        assertThat(woven.sites.get(number[0]).bind(Access.NONE, Engines.NO_CLASSES))
                .as("the same again")
                .isSameAs(bound);
        return new WeakReference<>(webapp);
    }
}
