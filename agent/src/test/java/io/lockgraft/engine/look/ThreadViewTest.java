package io.lockgraft.engine.look;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadViewTest {
    /** What a method of the application's thread takes. */
    public static final class Order {}

    /** A thread of the application. Nothing of it is run here. */
    public static final class Worker extends Thread {
        public Worker() {
            super("exec-7");
        }

        public void take(Order order) {}

        @Override
        public long getId() {
            throw new AssertionError("the application's code was called");
        }
    }

    /** Has classes of its own, and remembers which it was asked for. */
    private static final class ApplicationLoader extends ClassLoader {
        private final List<String> asked = new ArrayList<>();

        ApplicationLoader() {
            super(ThreadViewTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            asked.add(name);
            return name.equals(Worker.class.getName()) ? own(name) : super.loadClass(name, resolve);
        }

        private Class<?> own(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    @FailsWithout("`ThreadView#number` asks no class of the application for its methods")
    void aThreadOfTheApplicationIsShownWithoutACallOfItOrOfItsLoader() throws Exception {
        ApplicationLoader loader = new ApplicationLoader();
        Thread thread = (Thread)
                loader.loadClass(Worker.class.getName()).getConstructor().newInstance();
        loader.asked.clear();

        ThreadView view = ThreadView.of(thread);

        assertThat(view.name()).isEqualTo("exec-7");
        assertThat(view.number() > 0).isEqualTo(Runtime.version().feature() >= 19);
        assertThat(loader.asked).isEmpty();
    }

    @Test
    void oneOfTheJdkHasItsNumber() {
        Thread thread = new Thread("exec-8");

        assertThat(ThreadView.of(thread)).hasToString("exec-8 #" + thread.getId());
    }
}
