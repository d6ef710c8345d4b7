/**
 * The agent as its users have it: the real jar in front of applications in JVMs of their own, with a real Redis.
 *
 * <ul>
 *   <li>{@link io.lockgraft.it.Jvms}: the JDKs to try; a test that takes a {@code Jvm} runs on each of them;
 *   <li>{@link io.lockgraft.it.AppProcess}: an application of com.example.app, its output, its end; kill, freeze, thaw;
 *   <li>{@link io.lockgraft.it.StageProcess}: an application that calls methods when the test says so, holds a body
 *       open, is interrupted, and tells how each call ended;
 *   <li>{@link io.lockgraft.it.Scene}: one Redis and one such JVM, what its calls must get and when;
 *   <li>{@link io.lockgraft.it.WitnessServer}: a third store that sees whether two bodies of one key ran at once;
 *   <li>{@link io.lockgraft.it.RulesText}: the rules file; keys read {@code it:K:} and the first argument;
 *   <li>io.lockgraft.testing.server.RedisServer: Redis, to be killed, frozen, restarted and asked;
 *   <li>{@link io.lockgraft.it.RedisStatistics}: what Redis counts, so that no test passes because nothing was locked.
 * </ul>
 *
 * <p>Class names end in IT; {@code mvn verify} runs them, with the JDKs of LOCKGRAFT_TEST_JDKS (homes, separated as a
 * path) beside those that it finds.
 */
package io.lockgraft.it;
