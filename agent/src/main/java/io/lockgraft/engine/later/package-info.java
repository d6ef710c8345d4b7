/**
 * The end of a body, and of the work that keeps its hold after that: a transaction, a result, an enclosing call.
 */
package io.lockgraft.engine.later;
