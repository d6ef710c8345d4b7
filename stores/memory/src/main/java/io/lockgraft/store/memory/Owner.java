package io.lockgraft.store.memory;

/** An owner of one store: stores on the same keys number theirs each for itself. */
final class Owner {
    private final Object store;
    private final long number;

    Owner(Object store, long number) {
        this.store = store;
        this.number = number;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Owner && ((Owner) other).store == store && ((Owner) other).number == number;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(store) * 31 + Long.hashCode(number);
    }

    @Override
    public String toString() {
        return Long.toString(number);
    }
}
