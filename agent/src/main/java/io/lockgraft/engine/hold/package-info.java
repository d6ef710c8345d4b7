/**
 * Which calls may run under a key. Calls wait at its gate, a lease comes from the store, and holds pass it on. What
 * changes a gate, and what is passed at it, happens under the lock of that gate.
 */
package io.lockgraft.engine.hold;
