/**
 * What stands behind the gate of woven code. One call enters here, gets its key and its hold, and leaves here.
 */
package io.lockgraft.engine.call;
