package io.lockgraft.weave;

import io.lockgraft.pattern.MethodPattern;
import net.bytebuddy.jar.asm.ClassReader;

/** The cheap part of a class file: what the class extends, and whether an annotation's name occurs in it at all. */
final class Header {
    private static final int UTF8 = 1;

    private final ClassReader reader;

    Header(byte[] bytes) {
        this.reader = new ClassReader(bytes);
    }

    /** The internal names of the super class, if any, and of the interfaces. */
    String[] parents() {
        String superName = reader.getSuperName();
        String[] interfaces = reader.getInterfaces();
        if (superName == null) {
            return interfaces;
        }
        String[] parents = new String[interfaces.length + 1];
        parents[0] = superName;
        System.arraycopy(interfaces, 0, parents, 1, interfaces.length);
        return parents;
    }

    /** Most descriptors are told apart by this alone, without a string. */
    private boolean endsWith(int offset, int length, String end) {
        int from = offset + 1 + length - end.length();
        for (int i = 0; i < end.length(); i++) {
            char c = end.charAt(i);
            // A name beyond ASCII takes more bytes than characters: left to the comparison of the whole.
            if (c > 127) {
                return true;
            }
            if (from + i < offset + 3 || reader.readByte(from + i) != c) {
                return false;
            }
        }
        return true;
    }

    /** Whether the constant pool has the descriptor of an annotation that the pattern wants; most classes have none. */
    boolean mentionsAnnotation(MethodPattern pattern) {
        String end = pattern.annotationEnd();
        for (int i = 1; i < reader.getItemCount(); i++) {
            int offset = reader.getItem(i);
            if (offset == 0 || reader.readByte(offset - 1) != UTF8) {
                continue;
            }
            int length = reader.readUnsignedShort(offset);
            // Modified UTF-8; a name beyond ASCII is not compared here but taken for a match.
            if (length > 2
                    && reader.readByte(offset + 2) == 'L'
                    && reader.readByte(offset + 1 + length) == ';'
                    && endsWith(offset, length, end)) {
                String name = nameInDescriptor(offset);
                if (name == null || pattern.takesAnnotation(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    private String nameInDescriptor(int offset) {
        int length = reader.readUnsignedShort(offset);
        StringBuilder name = new StringBuilder(length);
        for (int i = 1; i < length - 1; i++) {
            int b = reader.readByte(offset + 2 + i);
            if (b > 127) {
                return null;
            }
            name.append(b == '/' ? '.' : (char) b);
        }
        return name.toString();
    }
}
