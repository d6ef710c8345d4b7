/**
 * What a call gets in place of its lock: an exception, a value, another method, another try, its body without the lock.
 */
package io.lockgraft.engine.outcome;
