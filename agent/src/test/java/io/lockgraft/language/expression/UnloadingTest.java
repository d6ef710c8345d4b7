package io.lockgraft.language.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.type.loader.LoadedTypes;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnloadingTest {
    /** Loads the classes of {@link Shop} again, as a web application does that is deployed twice. */
    private static final class Deployment extends ClassLoader {
        Deployment() {
            super(UnloadingTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(Shop.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static Object dto(ClassLoader loader) throws Exception {
        Constructor<?> made =
                loader.loadClass(Shop.class.getName() + "$PayDto").getDeclaredConstructor(String.class, int.class);
        made.setAccessible(true);
        return made.newInstance("A7", 1);
    }

    @Test
    void aTemplateThatIsDroppedKeepsNoLoader() throws Exception {
        WeakReference<ClassLoader> gone = used();

        awaitGone(gone);
    }

    private static WeakReference<ClassLoader> used() throws Exception {
        Deployment loader = new Deployment();
        Class<?> shop = loader.loadClass(Shop.class.getName());
        Bound open = Bound.toStatic(shop, "open");
        Bound pay = Bound.toStatic(shop, "payStatic");
        assertThat(shop).isNotSameAs(Shop.class);
        assertThat(pay.key("{dto.orderNo}{dto.amount > 0}", dto(loader), 1)).isEqualTo("A7true");
        assertThat(open.key("{dto.orderNo}{dto.getOrderNo()}{count}", dto(loader), 1))
                .isEqualTo("A7A71");
        return new WeakReference<>(loader);
    }

    @Test
    void aTemplateKeepsNoLoaderOfTheObjectsThatItWasGiven() throws Exception {
        BoundTemplate template = Template.parse("{dto.orderNo}{dto.getOrderNo()}{dto.kind}")
                .bind(Shop.class, Bound.to(new Shop(), "open").shape(), Access.NONE);
        WeakReference<ClassLoader> gone = usedOnce(template);

        awaitGone(gone);
        assertThat(template.key(new Shop(), new Object[] {new Shop.PayDto("B", 1), 1}))
                .isEqualTo("BBCARD");
    }

    private static WeakReference<ClassLoader> usedOnce(BoundTemplate template) throws Exception {
        Deployment loader = new Deployment();
        assertThat(template.key(new Shop(), new Object[] {dto(loader), 1})).isEqualTo("A7A7CARD");
        return new WeakReference<>(loader);
    }

    @Test
    void anObjectKeepsNoLoaderOfTheTemplateThatReadIt() throws Exception {
        Object shared = new Shop.PayDto("A7", 1);
        WeakReference<ClassLoader> gone = boundElsewhere(shared);

        awaitGone(gone);
        assertThat(shared).isNotNull();
    }

    private static WeakReference<ClassLoader> boundElsewhere(Object shared) throws Exception {
        Deployment loader = new Deployment();
        Class<?> shop = loader.loadClass(Shop.class.getName());
        Bound open = Bound.toStatic(shop, "open");
        assertThat(open.key("{dto.orderNo}{dto.getOrderNo()}", shared, 1)).isEqualTo("A7A7");
        return new WeakReference<>(loader);
    }

    @Test
    void nothingIsInitialisedByBinding() throws Exception {
        Bound bound = Bound.toStatic(Lazy.class, "use");
        assertThat(bound.problems("{dto.name}")).isEmpty();
        bound.template("{dto.name}");
        assertThat(LoadedTypes.of(Lazy.class).find(Lazy.Dto.class.getName())).isNotNull();

        assertThat(Started.DTO).isFalse();
    }

    static final class Started {
        static boolean DTO;
    }

    static final class Lazy {
        static void use(Dto dto) {}

        static final class Dto {
            static {
                Started.DTO = true;
            }

            String name;
        }
    }

    private static void awaitGone(WeakReference<ClassLoader> loader) {
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            System.gc();
            assertThat(loader.get()).isNull();
        });
    }
}
