/** Locks on stores other than Redis, each written by hand as its users write it. */
package io.lockgraft.benchmarks.contender.byhand;
