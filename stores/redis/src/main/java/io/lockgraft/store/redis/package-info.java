/** Locks in Redis: requests, what they wait for, and what they give back. The rooms below are parts of it. */
package io.lockgraft.store.redis;
