/** Subscribes to the channels of locks, and tells waiters of a release. */
package io.lockgraft.store.redis.signal;
