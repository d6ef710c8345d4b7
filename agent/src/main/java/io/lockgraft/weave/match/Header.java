package io.lockgraft.weave.match;

import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.type.classfile.ClassMagic;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** The cheap part of a class file: what the class extends, and whether an annotation's name occurs in it at all. */
public final class Header {
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int INVOKE_DYNAMIC = 18;

    /**
     * How many bytes a constant of each tag takes, with its tag; 0 where its length is in it, or no such tag is known.
     */
    private static final int[] SIZES = {0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3};

    private final byte[] bytes;

    /** Where each constant is, behind its tag; 0 for the second half of a long one. */
    private final int[] constants;

    private final int afterConstants;

    /** @throws RuntimeException where these bytes are no class file that can be read */
    public Header(byte[] bytes) {
        if (!ClassMagic.isIn(bytes)) {
            throw new IllegalArgumentException("these are not the bytes of a class file");
        }
        this.bytes = bytes;
        this.constants = new int[unsignedShort(8)];
        int at = 10;
        for (int i = 1; i < constants.length; i++) {
            int tag = bytes[at];
            constants[i] = at + 1;
            int size = tag == UTF8 ? 3 + unsignedShort(at + 1) : tag > 0 && tag < SIZES.length ? SIZES[tag] : 0;
            if (size == 0) {
                throw new IllegalArgumentException("its class file has a constant of the unknown kind " + tag);
            }
            at += size;
            if (tag == LONG || tag == DOUBLE) {
                i++;
            }
        }
        this.afterConstants = at;
    }

    /** The internal name of the class that a class file has; null where it is none that can be read. */
    public static String nameIn(byte[] bytes) {
        try {
            Header header = new Header(bytes);
            return header.className(header.unsignedShort(header.afterConstants + 2));
        } catch (RuntimeException unreadable) {
            return null;
        }
    }

    /** The internal names of the super class, if any, and of the interfaces. */
    String[] parents() {
        int superClass = unsignedShort(afterConstants + 4);
        int interfaces = unsignedShort(afterConstants + 6);
        int first = superClass == 0 ? 0 : 1;
        String[] parents = new String[first + interfaces];
        if (first == 1) {
            parents[0] = className(superClass);
        }
        for (int i = 0; i < interfaces; i++) {
            parents[first + i] = className(unsignedShort(afterConstants + 8 + 2 * i));
        }
        return parents;
    }

    private String className(int constant) {
        return text(unsignedShort(constants[constant]));
    }

    private String text(int constant) {
        int name = constants[constant];
        try {
            // Modified UTF-8, and its length in front.
            return new DataInputStream(new ByteArrayInputStream(bytes, name, bytes.length - name)).readUTF();
        } catch (IOException e) {
            throw new IllegalArgumentException("its class file has a name that cannot be read: " + e, e);
        }
    }

    private int unsignedShort(int at) {
        return unsignedByte(at) << 8 | unsignedByte(at + 1);
    }

    private int unsignedByte(int at) {
        return bytes[at] & 0xFF;
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
            if (from + i < offset + 3 || unsignedByte(from + i) != c) {
                return false;
            }
        }
        return true;
    }

    /**
     * The types of the objects that the class may make by a lambda or a method reference for a method that the pattern
     * takes, by internal name. Most classes make none.
     */
    Set<String> lambdas(MethodPattern pattern) {
        Set<String> types = Collections.emptySet();
        for (int i = 1; i < constants.length; i++) {
            int offset = constants[i];
            if (offset == 0 || unsignedByte(offset - 1) != INVOKE_DYNAMIC) {
                continue;
            }
            int named = constants[unsignedShort(offset + 2)];
            if (pattern.takesName(text(unsignedShort(named)))) {
                String descriptor = text(unsignedShort(named + 2));
                if (descriptor.endsWith(";")) {
                    types = types.isEmpty() ? new HashSet<String>() : types;
                    types.add(descriptor.substring(descriptor.indexOf(")L") + 2, descriptor.length() - 1));
                }
            }
        }
        return types;
    }

    /** Whether the constant pool has the descriptor of an annotation that the pattern wants; most classes have none. */
    public boolean mentionsAnnotation(MethodPattern pattern) {
        String end = pattern.annotationEnd();
        for (int i = 1; i < constants.length; i++) {
            int offset = constants[i];
            if (offset == 0 || unsignedByte(offset - 1) != UTF8) {
                continue;
            }
            int length = unsignedShort(offset);
            if (length > 2
                    && unsignedByte(offset + 2) == 'L'
                    && unsignedByte(offset + 1 + length) == ';'
                    && endsWith(offset, length, end)) {
                String name = text(i);
                if (pattern.takesAnnotation(name.substring(1, name.length() - 1).replace('/', '.'))) {
                    return true;
                }
            }
        }
        return false;
    }
}
