/** What runs in the JVMs that compete for locks: threads of one contender, for a while, and what they count. */
package io.lockgraft.benchmarks.worker;
