/** The part of Consul's HTTP API that locks need. */
package io.lockgraft.store.consul.api;
