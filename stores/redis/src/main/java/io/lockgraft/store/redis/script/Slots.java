package io.lockgraft.store.redis.script;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.redisson.connection.CRC16;

/**
 * The slots of Redis Cluster, and how a name is made to lie in one of them. A slot is the rest of a linear checksum: in
 * texts of one length, a change has the same effect whatever stands before it. So six digits at its end bring any text
 * into any slot, and one table tells which.
 */
public final class Slots {
    static final int COUNT = 16_384;

    private static final int NUMBERS = 1_000_000;

    /** For each slot a number of six digits that lies in it. */
    private static final int[] NUMBER_IN = numbers();

    private Slots() {}

    /** The slot of a key, by the rules of Redis Cluster. */
    public static int of(String key) {
        String tag = tag(key);
        return ofAll(tag == null ? key : tag);
    }

    /** What stands between the first opening brace and the next closing one; null where that is nothing. */
    static String tag(String key) {
        int open = key.indexOf('{');
        int close = open < 0 ? -1 : key.indexOf('}', open);
        return close > open + 1 ? key.substring(open + 1, close) : null;
    }

    /** Six digits: behind that text they bring the whole, as it stands, into the slot. */
    static String digits(String text, int slot) {
        int zeros = ofAll(text + "000000");
        return text(NUMBER_IN[zeros ^ slot ^ ofAll("000000")]);
    }

    private static int ofAll(String text) {
        return CRC16.crc16(text.getBytes(StandardCharsets.UTF_8)) % COUNT;
    }

    private static String text(int number) {
        return Integer.toString(NUMBERS + number).substring(1);
    }

    private static int[] numbers() {
        int[] numberIn = new int[COUNT];
        Arrays.fill(numberIn, -1);
        for (int number = 0, missing = COUNT; missing > 0; number++) {
            int slot = ofAll(text(number));
            if (numberIn[slot] < 0) {
                numberIn[slot] = number;
                missing--;
            }
        }
        return numberIn;
    }
}
