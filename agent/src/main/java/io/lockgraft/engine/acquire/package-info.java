/**
 * The way of a call from its keys to its hold: through the gates of this JVM, and then to the store.
 */
package io.lockgraft.engine.acquire;
