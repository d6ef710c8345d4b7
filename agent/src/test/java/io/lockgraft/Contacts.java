package io.lockgraft;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;

/**
 * What one class file uses of Redisson outside of its {@code api} package, and of Netty: types, fields that it opens by
 * reflection, and names in constants. Of a class that names such a type and reads messages of exceptions also the texts
 * that it compares with.
 */
final class Contacts extends ClassVisitor {
    private static final Set<String> COMPARING =
            Set.of("startsWith", "endsWith", "contains", "indexOf", "equals", "matches", "compile");

    /** Reads messages of Redisson's exceptions, and names none of its types. */
    private static final String READER = "io/lockgraft/store/log/LibraryText";

    private final SortedSet<String> found = new TreeSet<>();
    private final SortedSet<String> texts = new TreeSet<>();
    private boolean readsMessages;

    private Contacts() {
        super(Opcodes.ASM9);
    }

    static SortedSet<String> of(InputStream classFile) throws IOException {
        Contacts contacts = new Contacts();
        ClassReader reader = new ClassReader(classFile);
        reader.accept(new ClassRemapper(contacts, contacts.types()), ClassReader.SKIP_FRAMES);
        boolean namesTypes = contacts.found.stream().anyMatch(contact -> contact.startsWith("type "));
        if (contacts.readsMessages && namesTypes || reader.getClassName().equals(READER)) {
            contacts.found.addAll(contacts.texts);
        }
        return contacts.found;
    }

    /** Is asked for each type that the class file names anywhere, descriptors and type arguments among them. */
    private Remapper types() {
        return new Remapper(Opcodes.ASM9) {
            @Override
            public String map(String internalName) {
                String name = internalName.replace('/', '.');
                if (isTheirs(name) && !name.startsWith("org.redisson.api.")) {
                    found.add("type " + name);
                }
                return internalName;
            }
        };
    }

    private static boolean isTheirs(String name) {
        return name.startsWith("org.redisson.") || name.startsWith("io.netty.");
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
        return new Body();
    }

    /** Looks at each call with the constants right before it. */
    private final class Body extends MethodVisitor {
        private Object constant;
        private Object before;

        Body() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (value instanceof String text && isTheirs(text)) {
                found.add("name \"" + text + '"');
            }
            before = constant;
            constant = value;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (name.equals("getDeclaredField") && before instanceof Type type && isTheirs(type.getClassName())) {
                found.add("field " + type.getClassName() + '.' + constant);
            } else if (owner.equals("java/lang/String") && COMPARING.contains(name)) {
                text();
            } else if (name.equals("getMessage") && descriptor.equals("()Ljava/lang/String;")) {
                readsMessages = true;
            }
            forget();
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.AASTORE) {
                text();
            }
            forget();
        }

        private void text() {
            if (constant instanceof String text) {
                texts.add("text \"" + text.replace("\r", "\\r").replace("\n", "\\n") + '"');
            }
        }

        private void forget() {
            constant = null;
            before = null;
        }

        @Override
        public void visitVarInsn(int opcode, int local) {
            forget();
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            forget();
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            forget();
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            forget();
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            forget();
        }
    }
}
