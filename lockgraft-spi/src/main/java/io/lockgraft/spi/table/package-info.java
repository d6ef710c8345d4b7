/**
 * A base for stores that are tables of keys: a store writes a {@link io.lockgraft.spi.table.KeyTable} of short methods
 * that may block. Waits, several keys, deadlines, late answers, threads and batches are here.
 */
package io.lockgraft.spi.table;
