/** One call, by JMH. */
package io.lockgraft.benchmarks.jmh;
