/**
 * What the engine holds now: which calls have which keys, and which wait for them. Read from the gates when somebody
 * asks. Nothing is kept for it but the holds that no gate has any more, because they have lost their lock.
 */
package io.lockgraft.engine.look;
