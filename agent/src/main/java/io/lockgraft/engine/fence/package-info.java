/**
 * How a call under a fenced lock learns of its token: by Locks.fence(), by its log lines, by a property of an argument.
 */
package io.lockgraft.engine.fence;
