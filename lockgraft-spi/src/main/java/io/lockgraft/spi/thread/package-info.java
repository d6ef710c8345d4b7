/** Daemon threads, and work that is due later. */
package io.lockgraft.spi.thread;
