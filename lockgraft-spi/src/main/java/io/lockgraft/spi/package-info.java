/** What a store of locks implements, and no more: no thread, no product and no majority is in its types. */
package io.lockgraft.spi;
