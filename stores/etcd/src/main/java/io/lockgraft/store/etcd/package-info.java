/** Locks in etcd. */
package io.lockgraft.store.etcd;
