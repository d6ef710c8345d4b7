package io.lockgraft.conformance;

import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The base of stores that live by sessions keeps what the suite asks of them. */
@Execution(ExecutionMode.CONCURRENT)
final class SessionsTest extends OnServedStore {}
