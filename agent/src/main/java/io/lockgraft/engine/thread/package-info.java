/**
 * How the engine behaves on threads that are not its own: it parks them, spares virtual ones, and leaves them their
 * stack.
 */
package io.lockgraft.engine.thread;
