package io.lockgraft.engine.site;

import java.util.Arrays;

/**
 * One value for each woven method, by the number that its code carries. Written under a lock, read without one: a value
 * is there before anybody knows its number.
 */
public final class ByMethod<T> {
    private static final int FIRST = 64;

    private volatile Object[] values = new Object[FIRST];

    /** The value of the method; null where it has none. */
    @SuppressWarnings("unchecked")
    public T get(int number) {
        Object[] all = values;
        return number < all.length ? (T) all[number] : null;
    }

    public synchronized void put(int number, T value) {
        Object[] all = values;
        if (number >= all.length) {
            all = Arrays.copyOf(all, Math.max(number + 1, all.length * 2));
        }
        all[number] = value;
        values = all;
    }

    /** Gives this value to each method that has one. */
    public synchronized void fill(T value) {
        Object[] all = values.clone();
        for (int i = 0; i < all.length; i++) {
            all[i] = all[i] == null ? null : value;
        }
        values = all;
    }

    /** Takes over all values of these. */
    synchronized void copy(ByMethod<T> from) {
        values = from.values.clone();
    }
}
