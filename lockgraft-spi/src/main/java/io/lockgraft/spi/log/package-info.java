/** The log of the agent. */
package io.lockgraft.spi.log;
