package io.lockgraft.language.expression;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles classes for a test that must not be on its class path. */
final class Sources {
    private Sources() {}

    static Path compile(Path folder, Map<String, String> sources) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of("-parameters", "-proc:none", "-d", classes.toString()));
        for (Map.Entry<String, String> each : sources.entrySet()) {
            Path file = folder.resolve("src").resolve(each.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, each.getValue());
            arguments.add(file.toString());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler.run(null, null, null, arguments.toArray(new String[0])) != 0) {
            throw new IllegalStateException("the sources of the test do not compile");
        }
        return classes;
    }
}
