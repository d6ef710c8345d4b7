/** The ways to lock a method of the shop, each written as its users write it. */
package io.lockgraft.benchmarks.contender;
