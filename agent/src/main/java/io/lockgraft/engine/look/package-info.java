/**
 * What the engine holds now: which calls have which keys, and which wait for them. Read from the gates when somebody
 * asks; nothing is kept for it.
 */
package io.lockgraft.engine.look;
