package io.lockgraft.testing;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.classfile.ClassFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The class files of the tests' own classes, as the weaver reads them. */
public final class ClassFile {
    private ClassFile() {}

    public static TypeShape of(Class<?> type) {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return ClassFiles.read(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The method of this name that the class declares. */
    public static MethodShape method(Class<?> type, String name) {
        return of(type).methods().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
