/** Servers, JVMs and rounds: how contenders take turns in one run. */
package io.lockgraft.benchmarks.harness;
