/** Locks in ZooKeeper: ephemeral sequential nodes in one session of a JVM. */
package io.lockgraft.store.zookeeper;
