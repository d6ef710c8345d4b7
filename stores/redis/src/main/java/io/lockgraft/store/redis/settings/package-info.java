/** Reads the {@code redis} section of the rules file. */
package io.lockgraft.store.redis.settings;
