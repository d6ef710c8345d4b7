/** The start of the agent in a JVM: options, refusals, and how the parts are put together. */
package io.lockgraft.start;
