/** An HTTP/1.1 client over plain sockets, and JSON, for stores that speak both. */
package io.lockgraft.store.http;
