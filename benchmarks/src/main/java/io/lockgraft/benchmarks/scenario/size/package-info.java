/** What the agent costs without a call: the start, memory, classes and rules. */
package io.lockgraft.benchmarks.scenario.size;
