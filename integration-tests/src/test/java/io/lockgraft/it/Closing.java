package io.lockgraft.it;

import java.util.List;

/** Ends what a test has begun, whatever one of them says to that. */
final class Closing {
    private Closing() {}

    /** @param all null for what there is not */
    static void all(List<? extends AutoCloseable> all) throws Exception {
        Exception first = null;
        for (AutoCloseable each : all) {
            try {
                if (each != null) {
                    each.close();
                }
            } catch (Exception e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
