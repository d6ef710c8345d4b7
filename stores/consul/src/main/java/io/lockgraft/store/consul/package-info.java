/** Locks in Consul's key/value store, by one session of this JVM and transactions. */
package io.lockgraft.store.consul;
