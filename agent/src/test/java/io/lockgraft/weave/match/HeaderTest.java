package io.lockgraft.weave.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** Our own reading of class files beside that of ASM. */
final class HeaderTest {
    private static byte[] fileOf(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    private static List<String> parents(ClassReader reader) {
        List<String> parents = new ArrayList<>();
        if (reader.getSuperName() != null) {
            parents.add(reader.getSuperName());
        }
        parents.addAll(List.of(reader.getInterfaces()));
        return parents;
    }

    @Test
    void whatClassesExtendIsReadAsAsmReadsIt() throws IOException {
        for (Class<?> type : List.of(
                Object.class,
                String.class,
                Runnable.class,
                java.util.concurrent.ConcurrentHashMap.class,
                java.lang.invoke.MethodHandles.class,
                Double.class,
                HeaderTest.class,
                ClassReader.class)) {
            byte[] bytes = fileOf(type);
            assertThat(new Header(bytes).parents())
                    .as(type.getName())
                    .containsExactlyElementsOf(parents(new ClassReader(bytes)));
        }
    }

    @Test
    void namesOfAnyCharactersAreRead() {
        String beyond = "shop/K\u00e4se\ud83e\uddc0";
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, "shop/Till", null, beyond, new String[] {"shop/\u92ad"});
        writer.newConst(7L);
        writer.newConst(7d);
        writer.visitEnd();

        assertThat(new Header(writer.toByteArray()).parents()).containsExactly(beyond, "shop/\u92ad");
    }

    @Test
    void aConstantOfAnUnknownKindIsRefused() {
        byte[] bytes = {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, 52, 0, 2, 99, 0, 0};

        assertThatThrownBy(() -> new Header(bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown kind 99");
    }
}
