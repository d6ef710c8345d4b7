package io.lockgraft.language.type.classfile;

/** Tells class files from other bytes by how they begin. Apart from {@link ClassFiles}, which needs Byte Buddy. */
public final class ClassMagic {
    private static final int SHORTEST = 10;

    private ClassMagic() {}

    /** True if the bytes begin as a class file does, whatever follows. */
    public static boolean isIn(byte[] bytes) {
        return bytes.length >= SHORTEST
                && bytes[0] == (byte) 0xCA
                && bytes[1] == (byte) 0xFE
                && bytes[2] == (byte) 0xBA
                && bytes[3] == (byte) 0xBE;
    }
}
