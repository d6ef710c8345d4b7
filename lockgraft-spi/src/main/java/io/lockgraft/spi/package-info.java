/** What a store of locks implements, and no more: no thread, no Redis and no quorum is in its types. */
package io.lockgraft.spi;
