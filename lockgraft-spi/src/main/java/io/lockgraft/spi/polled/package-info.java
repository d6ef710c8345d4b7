/** A base for stores that are asked again and again: waits, several keys, deadlines and late answers in one place. */
package io.lockgraft.spi.polled;
