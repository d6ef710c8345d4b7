package io.lockgraft.weave;

import io.lockgraft.language.type.loader.LoaderTypes;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.SimpleRemapper;

/** Copies of a test's class under other names. */
final class Renamed {
    private Renamed() {}

    static byte[] copy(Class<?> type, String name) {
        ClassWriter writer = new ClassWriter(0);
        SimpleRemapper remapper = new SimpleRemapper(
                Opcodes.ASM9, java.util.Map.of(type.getName().replace('.', '/'), name.replace('.', '/')));
        new ClassReader(LoaderTypes.bytes(type.getClassLoader(), type.getName()))
                .accept(new ClassRemapper(writer, remapper), 0);
        return writer.toByteArray();
    }
}
