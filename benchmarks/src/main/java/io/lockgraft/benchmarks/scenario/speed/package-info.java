/** What a call costs, alone and beside others. */
package io.lockgraft.benchmarks.scenario.speed;
