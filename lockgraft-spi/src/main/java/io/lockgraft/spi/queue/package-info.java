/** The order of a key's owners, for stores that keep an entry for each. */
package io.lockgraft.spi.queue;
