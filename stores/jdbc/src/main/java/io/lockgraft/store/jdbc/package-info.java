/** Locks in a table of a database: a row for each key. */
package io.lockgraft.store.jdbc;
