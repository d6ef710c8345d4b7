package io.lockgraft.engine.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    private int put(Rule its, MethodShape method, ClassLoader loader, String refusal) {
        return woven.sites.put(method, loader, Collections.singletonMap(its, refusal));
    }

    @Test
    void aMethodThatIsWovenAgainKeepsItsNumber() {
        ClassLoader loader = getClass().getClassLoader();

        int number = put(rule, pay, loader, null);

        assertThat(put(rule, Woven.method(Shop.class, "pay"), loader, null)).isEqualTo(number);
        assertThat(put(rule, Woven.method(Shop.class, "cancel"), loader, null)).isNotEqualTo(number);
        assertThat(put(Woven.rule("PAY:{p0}").build(), pay, loader, null))
                .as("another rule")
                .isEqualTo(number);
        assertThat(put(rule, pay, new Webapp(), null)).as("another loader").isNotEqualTo(number);
        assertThat(put(rule, pay, null, null))
                .as("the bootstrap loader")
                .isNotEqualTo(number)
                .isEqualTo(put(rule, pay, null, null));
    }

    @Test
    void whatTheWeaverFoundLastAboutASiteCounts() {
        int number = put(rule, pay, null, "PayDto has no x");

        assertThat(put(rule, pay, null, null)).isEqualTo(number);
        assertThat(woven.sites.get(number)[0].refusal()).isNull();
    }

    @Test
    @FailsWithout(
            "`Sites#withdraw` and `ClassWeaver#MOVED_MONITORS` keep what a refused attach has woven from the rules"
                    + " of the next one")
    void whatIsWithdrawnRunsWithoutItsLockUntilTheNextRulesLockIt() throws Throwable {
        ClassLoader loader = Shop.class.getClassLoader();
        int number = put(rule, pay, loader, null);
        assertThat(woven.call(number, null, () -> woven.store.isHeld("shop:PAY:A"), "A"))
                .isEqualTo(true);

        woven.sites.withdraw();
        assertThat(woven.call(number, null, () -> woven.store.isHeld("shop:PAY:B"), "B"))
                .isEqualTo(false);

        assertThat(put(rule, pay, loader, null)).isEqualTo(number);
        assertThat(woven.call(number, null, () -> woven.store.isHeld("shop:PAY:B"), "B"))
                .isEqualTo(true);
    }

    @Test
    @FailsWithout("`Sites#withdraw` leaves the methods of a start that was refused decided for the next rules")
    void theNextRulesRefuseNoCallOfAMethodThatWasWithdrawn() throws Throwable {
        int number = put(rule, pay, Shop.class.getClassLoader(), null);
        assertThat(new Sites(woven.sites, RuleBuilder.file(List.of())).isDecided(number))
                .isFalse();

        woven.sites.withdraw();

        Sites next = new Sites(woven.sites, RuleBuilder.file(List.of()));
        assertThat(next.isDecided(number)).isTrue();
        assertThat(next.get(number)).isEmpty();
    }

    @Test
    void thereAreAsManyNumbersAsThereAreMethods() {
        List<ClassLoader> loaders = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            loaders.add(new Webapp());
            int number = put(rule, pay, loaders.get(i), null);
            assertThat(number).isEqualTo(i);
            assertThat(woven.sites.get(i)).hasSize(1);
        }
        assertThat(woven.sites.get(1000)).isEmpty();
        assertThat(woven.sites.get(100_000)).isEmpty();
        Reference.reachabilityFence(loaders);
    }

    @Test
    void aNumberThatIsUsedAgainHasTheSitesOfItsNewMethodAlone() throws Throwable {
        int[] number = new int[1];
        WeakReference<ClassLoader> loader = callOnce(number);
        Site old = woven.sites.get(number[0])[0];
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return loader.get() == null && woven.sites.size() == 0;
        });

        assertThat(woven.sites.put(pay, null, Map.of())).isEqualTo(number[0]);

        assertThat(woven.sites.get(number[0])).isEmpty();
        put(rule, pay, null, null);
        assertThat(woven.sites.get(number[0])).doesNotContain(old);
    }

    /** As a reload does: the code that is woven stays. */
    @Test
    void rulesThatAreReadAgainHaveTheirSitesUnderTheSameNumbersAndGoOnWithTheirCounts() throws Throwable {
        Rule kept = RuleBuilder.named("kept").keys(rule.keys()).build();
        Rule gone = RuleBuilder.named("gone").keys(rule.keys()).build();
        Rule fresh = RuleBuilder.named("fresh").keys(rule.keys()).build();
        Map<Rule, String> before = new LinkedHashMap<>();
        before.put(gone, null);
        before.put(kept, null);
        int number = woven.sites.put(pay, null, before);

        Sites again = new Sites(woven.sites, RuleBuilder.file(List.of()));
        assertThat(again.get(number)).isEmpty();
        Map<Rule, String> after = new LinkedHashMap<>();
        after.put(RuleBuilder.named("kept").keys(rule.keys()).build(), null);
        after.put(fresh, null);
        assertThat(again.put(pay, null, after)).isEqualTo(number);

        assertThat(again.get(number)).extracting(site -> site.rule().name()).containsExactly("kept", "fresh");
        assertThat(woven.sites.get(number))
                .extracting(site -> site.rule().name())
                .as("the rules before")
                .containsExactly("gone", "kept");
        Site old = woven.sites.get(number)[1];
        Site read = again.get(number)[0];
        assertThat(read).isNotSameAs(old);
        assertThat(read.isSame(old))
                .as("known by the rule's name and the method")
                .isTrue();
        assertThat(again.get(number)[1].isSame(old)).isFalse();
        assertThat(read.events()).as("counts and log").isSameAs(old.events());
    }

    /** A class lives as long as its application, and rules may be read again every day. */
    @Test
    @FailsWithout("`Site#BOUND` keeps what was bound for as long as its site is in use, and not as long as its class")
    void aClassKeepsNothingOfRulesThatWereReadBefore() throws Throwable {
        ClassLoader loader = Shop.class.getClassLoader();
        put(rule, pay, loader, null);
        List<WeakReference<BoundSite>> before = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Sites again = new Sites(woven.sites, RuleBuilder.file(List.of()));
            int number = again.put(pay, loader, Collections.singletonMap(rule, null));
            before.add(new WeakReference<>(again.get(number)[0].bind(Access.NONE, Engines.NO_CLASSES)));
        }

        await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            int number = put(Woven.rule("PAY:{p0}").build(), pay, loader, null);
            woven.sites.get(number)[0].bind(Access.NONE, Engines.NO_CLASSES);
            return before.stream().allMatch(each -> each.get() == null);
        });
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
        assertThat(put(rule, pay, new Webapp(), null)).isEqualTo(number[0]);
    }

    /** As an application server's after the last web application is gone that has rules, but for one. */
    @Test
    @FailsWithout("`Sites#forgetEnded` lets go of an application that was unloaded, on Java 8 too")
    void anyCallLetsGoOfAnApplicationThatWasUnloadedThoughNoClassIsWovenAnyMore() throws Throwable {
        int other = put(rule, pay, null, null);
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
        List<ClassLoader> others = new ArrayList<>();
        WeakReference<ClassLoader> loader = leaveToTheFinalizer(number);
        try {
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                System.gc();
                return loader.get() == null && LastWork.BEGUN.getCount() == 0;
            });

            for (int i = 0; i < 3; i++) {
                System.gc();
                others.add(new Webapp());
                assertThat(put(rule, pay, others.get(i), null)).isNotEqualTo(number[0]);
            }
            assertThat(woven.sites.get(number[0])).hasSize(1);
        } finally {
            LastWork.MAY_END.countDown();
        }

        await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return woven.sites.size() == 3;
        });
        assertThat(put(rule, pay, null, null)).isEqualTo(number[0]);
        Reference.reachabilityFence(others);
    }

    private WeakReference<ClassLoader> leaveToTheFinalizer(int[] number) throws Exception {
        Webapp webapp = new Webapp();
        number[0] = put(rule, Woven.method(Shop.class, "pay"), webapp, null);
        webapp.last = webapp.loadClass(Closing.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        assertThat(webapp.last.getClass().getClassLoader()).isSameAs(webapp);
        return new WeakReference<>(webapp);
    }

    private WeakReference<ClassLoader> callOnce(int[] number) throws Throwable {
        Webapp webapp = new Webapp();
        number[0] = put(rule, pay, webapp, null);
        woven.call(number[0], null, () -> null, "42");
        BoundSite bound = woven.sites.get(number[0])[0].bound();
        assertThat(bound).as("bound by the first call").isNotNull();
        assertThat(woven.sites.get(number[0])[0].bind(Access.NONE, Engines.NO_CLASSES))
                .as("the same again")
                .isSameAs(bound);
        return new WeakReference<>(webapp);
    }
}
