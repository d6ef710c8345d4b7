package io.lockgraft.benchmarks.start;

import java.lang.instrument.ClassFileTransformer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Shows the classes of a jar, already read into memory, to the transformer of {@link TransformerAgent} as the JVM
 * would,
 * again and again, and prints how many nanoseconds each time took: what the transformer takes by itself, without
 * what the JVM does to ask it.
 */
public final class TransformAll extends ClassLoader {
    private TransformAll() {
        super(TransformAll.class.getClassLoader());
    }

    /** @param args the jar, and how often */
    public static void main(String[] args) throws Exception {
        Map<String, byte[]> classes = LoadAll.read(args[0]);
        ClassFileTransformer transformer = TransformerAgent.transformer();
        ClassLoader loader = new TransformAll();
        StringJoiner nanos = new StringJoiner(" ");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            // New texts each time, as the JVM makes them: nobody knows their hashes yet.
            List<String> names = new ArrayList<>();
            classes.keySet().forEach(name -> names.add(name.replace('.', '/')));
            List<byte[]> files = List.copyOf(classes.values());
            long begun = System.nanoTime();
            for (int k = 0; k < names.size(); k++) {
                byte[] made = transformer.transform(
                        loader.getUnnamedModule(), loader, names.get(k), null, null, files.get(k));
                if (made != null) {
                    throw new IllegalStateException("a rule names " + names.get(k));
                }
            }
            nanos.add(Long.toString(System.nanoTime() - begun));
        }
        System.out.println(nanos);
    }
}
