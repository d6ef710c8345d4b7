/** What a failed command means: whether the server may have executed it, and whether asking again can help. */
package io.lockgraft.store.redis.failure;
