/** A base for stores in which one session is the lease of all grants of a JVM. */
package io.lockgraft.spi.session;
