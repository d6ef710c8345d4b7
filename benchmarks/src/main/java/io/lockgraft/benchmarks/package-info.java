/** Lockgraft beside the other ways to a distributed lock, measured. */
package io.lockgraft.benchmarks;
