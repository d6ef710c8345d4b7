/** Judges a Redisson file at the start, without Redisson. */
package io.lockgraft.store.redis.config;
