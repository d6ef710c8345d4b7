/** Sends commands through Redisson: one connected client, its queue, its renewals, and what replicas confirm. */
package io.lockgraft.store.redis.client;
