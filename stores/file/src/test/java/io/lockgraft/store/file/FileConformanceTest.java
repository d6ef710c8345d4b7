package io.lockgraft.store.file;

import static org.junit.jupiter.api.Assumptions.abort;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.testing.store.Held;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A file keeps what a store promises. What holds and waits is seen in both JVMs, for a file names no owner. */
@Execution(ExecutionMode.CONCURRENT)
final class FileConformanceTest extends StoreConformance {
    @TempDir
    static File folder;

    @Override
    protected Capabilities capabilities() {
        return FileStore.CAPABILITIES;
    }

    @Override
    protected Opening opening() {
        String path = folder.getPath();
        return context -> new FileStore(context, new File(path));
    }

    /** Those of the folder in the JVM that asks. */
    private static LocalKeys localKeys(String path) {
        return FileExclusion.of(new File(path), new TestContext().log()).localKeys;
    }

    @Override
    protected boolean isHeld(String key) throws Exception {
        String path = folder.getPath();
        return Held.isHeld(localKeys(path), key)
                || askThere(store -> Boolean.toString(Held.isHeld(localKeys(path), key)))
                        .equals("true");
    }

    @Override
    protected Set<String> leftOf(List<String> keys) throws Exception {
        String path = folder.getPath();
        ArrayList<String> all = new ArrayList<>(keys);
        Set<String> left = new TreeSet<>(Held.left(localKeys(path), keys));
        String there = askThere(store -> String.join("\n", Held.left(localKeys(path), all)));
        left.addAll(there.isEmpty() ? List.of() : Arrays.asList(there.split("\n")));
        return left;
    }

    @Override
    protected void delete(String key) throws Exception {
        String path = folder.getPath();
        localKeys(path).lose(key, "it was deleted");
        askThere(store -> {
            localKeys(path).lose(key, "it was deleted");
            return "";
        });
    }

    @Override
    protected void freeze() {
        abort("it is never silent");
    }

    @Override
    protected void thaw() {}
}
