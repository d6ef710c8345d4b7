/** Judges a Redisson file before {@code main}. It loads nothing of Redisson but the classes that a tag names. */
package io.lockgraft.store.redis.config;
