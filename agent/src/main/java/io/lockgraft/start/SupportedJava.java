package io.lockgraft.start;

/**
 * The newest Java that the bundled Byte Buddy reads class files of. On a newer one nothing would be woven, in silence,
 * so the agent refuses. A constant, so that no class of Byte Buddy is loaded before one is woven; a test holds it to
 * Byte Buddy's own.
 */
final class SupportedJava {
    static final int NEWEST = 28;

    private SupportedJava() {}

    /** @param specification java.specification.version: 1.8, 9, 25 */
    static void require(String specification) {
        if (version(specification) > NEWEST) {
            throw new IllegalStateException(
                    "this JVM is Java " + specification + ", and this Lockgraft knows class files up to Java " + NEWEST
                            + ": it could not weave a single method. Use a newer Lockgraft, or an older JVM");
        }
    }

    private static int version(String specification) {
        try {
            return Integer.parseInt(specification.startsWith("1.") ? specification.substring(2) : specification);
        } catch (NumberFormatException e) {
            return Integer.MAX_VALUE;
        }
    }
}
