package io.lockgraft.cli.classpath;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import net.bytebuddy.jar.asm.ClassReader;

/**
 * Tells by the constants of a class file that it cannot declare a method of certain names. A pattern that takes
 * subtypes may mean any class of an application; most are passed over here, in a third of the time that their shapes
 * take.
 */
public final class Mentions {
    private static final int UTF8 = 1;

    private final byte[][] names;

    public Mentions(Collection<String> names) {
        this.names = new byte[names.size()][];
        int i = 0;
        for (String name : names) {
            this.names[i++] = name.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Whether one of the names is a constant of this class file; true where it does not read, for others to tell. */
    boolean in(byte[] bytes) {
        try {
            ClassReader constants = new ClassReader(bytes);
            for (int i = 1; i < constants.getItemCount(); i++) {
                int at = constants.getItem(i);
                if (at > 0 && bytes[at - 1] == UTF8 && isOne(bytes, at + 2, constants.readUnsignedShort(at))) {
                    return true;
                }
            }
            return false;
        } catch (RuntimeException unreadable) {
            return true;
        }
    }

    private boolean isOne(byte[] bytes, int from, int length) {
        for (byte[] name : names) {
            if (name.length == length && isAt(bytes, from, name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAt(byte[] bytes, int from, byte[] name) {
        for (int i = 0; i < name.length; i++) {
            if (bytes[from + i] != name[i]) {
                return false;
            }
        }
        return true;
    }
}
