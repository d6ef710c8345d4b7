package io.lockgraft.benchmarks.contender;

/** One way to lock the shop's methods. Connects when it is made; serves all threads of its JVM. */
public interface Contender extends AutoCloseable {
    /** The call with its lock around it, or null where this way has no such lock. */
    Call call(Operation operation);

    @Override
    default void close() throws Exception {}
}
