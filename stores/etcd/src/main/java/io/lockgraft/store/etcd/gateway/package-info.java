/** What etcd is asked, and what it answers. */
package io.lockgraft.store.etcd.gateway;
