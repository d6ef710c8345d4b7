/**
 * The way into the agent: for the JVM, which starts it, and for woven methods, which call its gate. No other class
 * needs it.
 */
package io.lockgraft.bootstrap;
